/** The library: the exports of `import … from 'reporting-cli'`. Loads nothing else before a report is read. */

export type { ErrorCode, ErrorKind } from './core/error-codes.ts';
export { type ErrorFacts, ReportingError } from './core/errors.ts';
export { ExactNumber } from './library/exact-number.ts';
export type { AbortSignalLike, PullOptions, ReportName } from './library/pull-options.ts';
export { type PulledReport, pullReport } from './library/pull-report.ts';
export type { RecordValue, RecordValues, ReportRecord, ReportSummary } from './library/report-record.ts';
