/** The manual page of this program: for the build, which writes it beside the bundle. The bundle does without. */

import { Writable } from 'node:stream';
import type { Ports } from '../commands/ports.ts';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import { TOPICS } from '../help/topics.ts';
import { createProgram } from '../program.ts';
import { version } from '../version.ts';
import { manPage } from './man-page.ts';

export function reportingManPage(): string {
  const nowhere = Object.assign(new Writable(), { isTTY: false, columns: 80 });
  const program = createProgram({} as Ports, {
    stdout: nowhere,
    stderr: nowhere,
    onHelp: () => undefined,
    onErrorHelp: () => undefined,
    onOptions: () => undefined,
  });
  return manPage({ program, topics: TOPIC_NAMES.map((name) => TOPICS[name]), version });
}
