/** The topics of `reporting help` and their summaries, in the order of the list. The texts are in `topics.ts`. */
export const TOPIC_SUMMARIES = {
  dates: 'days and periods',
  compare: 'a range beside the one before it',
  formats: 'values of --format, and the content of files',
  clients: 'several profiles in one run, and placeholders in file names',
  environment: 'environment variables, and their precedence',
  'exit-codes': 'meaning of each exit code',
} as const;

export type TopicName = keyof typeof TOPIC_SUMMARIES;

export const TOPIC_NAMES = Object.keys(TOPIC_SUMMARIES) as readonly TopicName[];
