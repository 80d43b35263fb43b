import { clients } from './clients.ts';
import { dates } from './dates.ts';
import { environment } from './environment.ts';
import { exitCodes } from './exit-codes.ts';
import { formats } from './formats.ts';
import type { HelpTopic } from './topic.ts';
import type { TopicName } from './topic-names.ts';

/** Every topic, by the name that `reporting help` takes. */
export const TOPICS = { dates, formats, clients, environment, 'exit-codes': exitCodes } satisfies Record<
  TopicName,
  HelpTopic
>;
