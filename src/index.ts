/** The package as a library: what `import … from 'reporting-cli'` gives. Nothing is loaded or done before a report is read. */

export { type ErrorFacts, type ErrorKind, ReportingError } from './core/reporting-error.ts';
export { ExactNumber } from './library/exact-number.ts';
export type { AbortSignalLike, PullOptions, ReportName } from './library/pull-options.ts';
export { type PulledReport, pullReport, type ReportSummary } from './library/pull-report.ts';
export type { RecordValue, RecordValues, ReportRecord } from './library/report-record.ts';
