import type { Report } from '../../contract/report.ts';
import type { FormatName } from '../../formats/registry.ts';
import type { ShapeRequest } from '../../shaping/shape-request.ts';
import type { ReportOptions } from './options.ts';

/** What the options say of a report, whoever's it is. */
export interface Wanted {
  readonly report: Report;
  readonly options: ReportOptions;
  readonly request: ShapeRequest;
  readonly renames: ReadonlyMap<string, string> | undefined;
  /** Undefined if it is left to profile, defaults and stdout. */
  readonly format: FormatName | undefined;
  /** Windows asked for at once, of all clients together. */
  readonly concurrency: number;
  /** True if a warning about missing or ambiguous data fails the run. */
  readonly strict: boolean;
}
