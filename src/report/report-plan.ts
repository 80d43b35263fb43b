import type { DateColumnSetting } from '../config/settings.ts';
import type { EndDate } from '../contract/end-date.ts';
import type { DateRange } from '../core/date-range.ts';
import type { CsvDialect } from '../formats/csv-dialect.ts';
import type { FormatName } from '../formats/registry.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { ShapeRequest } from '../shaping/shape-request.ts';
import type { DisplayRequest, RequestLimits } from './request.ts';

/**
 * What a run will do, settled before anything is requested: one document, of one client or of several together. Data only,
 * and no secret: `--dry-run` prints it.
 */
export interface ReportPlan {
  readonly report: string;
  readonly range: DateRange;
  /** Undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** At least one, in the order in which they are shown. */
  readonly clients: readonly ClientPlan[];
  /** Puts the name of the client's profile before each record, and into messages. */
  readonly profileColumn: boolean;
  /** Puts the first and the last day of its window before each record. */
  readonly windowColumns: boolean;
  /** The file to write, its placeholders filled; `-` is stdout. */
  readonly output: string;
  /** True if directories of the file that are missing are created. */
  readonly makesDirectories: boolean;
  readonly format: FormatName;
  /** Undefined for plain CSV, and for other formats. */
  readonly csvDialect: CsvDialect | undefined;
  /** What `--columns` asks for; undefined for everything. */
  readonly columns: readonly string[] | undefined;
  /** Pairs of the name that a column has, and the name to show. */
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly display: Omit<DisplayRequest, 'maxRows'> & {
    /** Rows that a format for people shows; 0 for all. */
    readonly maxRows: number;
    /** True if the user chose this number. */
    readonly isMaxRowsChosen: boolean;
  };
  readonly transform: ShapeRequest;
  readonly checks: {
    /** Fails if a client has no record, or no row remains. */
    readonly failEmpty: boolean;
    /** Fails if days have no records, or may have none. */
    readonly failGaps: boolean;
    /** Fails on a warning about missing or ambiguous data. */
    readonly strict: boolean;
    /** The names that the columns must have, in any order; undefined for any. */
    readonly expectedColumns: readonly string[] | undefined;
  };
  readonly requests: RequestLimits<number>;
  readonly network: {
    readonly caFile: Sourced | undefined;
    readonly allowInsecureHttp: boolean;
  };
  /** The embedded service to start; undefined for the real one. */
  readonly sandbox: SandboxOptions | undefined;
}

/** What is requested of the service for one client. */
export interface ClientPlan {
  /** The profile's name, as the user gave it; undefined if the user named none. */
  readonly profile: string | undefined;
  readonly range: DateRange;
  readonly compared: DateRange | undefined;
  /** Where each value comes from, to show: of the token, the last characters. Undefined for the embedded service. */
  readonly baseUrl: Sourced | undefined;
  readonly clientId: Sourced | undefined;
  readonly token: Sourced | undefined;
  /** IANA name of the zone whose day is today; undefined for the system's. */
  readonly timeZone: string | undefined;
  readonly endDate: EndDate;
  /** Undefined to find the column in the data. */
  readonly dateColumn: DateColumnSetting | undefined;
  /** Members beside the records that cause no warning, each name once. */
  readonly ignoredMembers: readonly string[];
  /** In order: those that cover the range, then those that cover the compared range. */
  readonly windows: readonly WindowPlan[];
  /** What the user should know of the ranges. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

export interface WindowPlan extends DateRange {
  /** True for a window of the compared range. */
  readonly isCompared?: true;
  /** What the request says, so that the service answers with all days of the window. */
  readonly requested: DateRange;
  readonly url: string;
}

/** The name that messages and records give to a client; undefined in a report of one client. */
export function labelOf({ profileColumn }: ReportPlan, { profile }: ClientPlan): string | undefined {
  return profileColumn ? profile : undefined;
}
