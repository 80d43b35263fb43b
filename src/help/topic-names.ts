/** The topics of `reporting help` in the order of its list. Every start loads this file, so it has the names only. */
export const TOPIC_NAMES = ['dates', 'formats', 'clients', 'environment', 'exit-codes'] as const;

export type TopicName = (typeof TOPIC_NAMES)[number];
