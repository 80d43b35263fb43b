/** What `reporting help` tells of beside the commands, in the order that it lists them. Loaded at every start: names alone. */
export const TOPIC_NAMES = ['dates', 'formats', 'clients', 'environment', 'exit-codes'] as const;

export type TopicName = (typeof TOPIC_NAMES)[number];
