import type { CalendarWindow, EndDate, Wire } from '../api/wire.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import type { DateColumnSetting } from '../config/settings.ts';
import type { Message } from '../core/message.ts';
import type { DateRange } from '../dates/range.ts';
import type { CsvDialect, PageFacts } from '../formats/format.ts';
import type { FormatName } from '../formats/registry.ts';
import type { RecordedWindow } from '../recording/recording-index.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { RequestedWindow } from '../service/client.ts';
import type { Transform } from '../transform/transform-request.ts';
import type { DisplayRequest, RequestLimits } from './request.ts';

/**
 * Everything that a run will do, decided before the first request: one document, of one or several clients. Data only, and no
 * secrets: a dry run prints it.
 */
export interface ReportPlan {
  readonly report: string;
  readonly range: DateRange;
  /** Undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** At least one, in the order of the output. */
  readonly clients: readonly ClientPlan[];
  /** Adds the client's profile as the first column, and names it in messages. */
  readonly profileColumn: boolean;
  /** Adds columns for the first and last day of a record's window. */
  readonly windowColumns: boolean;
  /** The calendar unit that no window crosses; undefined for windows of a number of days. */
  readonly windowUnit: CalendarWindow | undefined;
  /** The file to write, without placeholders, or `STDOUT`. */
  readonly output: string;
  /** True if missing directories of the file are created. */
  readonly makesDirectories: boolean;
  readonly format: FormatName;
  /** Undefined for plain CSV, and for other formats. */
  readonly csvDialect: CsvDialect | undefined;
  /** Undefined for all columns. */
  readonly columns: readonly string[] | undefined;
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly display: Omit<DisplayRequest, 'maxRows' | 'human'> & {
    /** Rows that a format for people shows; 0 for all. */
    readonly maxRows: number;
    /** True if the user chose this number. */
    readonly isMaxRowsChosen: boolean;
    /** True if a format for people groups thousands. */
    readonly human: boolean;
    /** Measures that the user named. Charts draw the first of them, and narrow tables keep them. */
    readonly requestedMeasures: readonly string[];
  };
  /** The facts that a page shows besides its rows; undefined for other formats. */
  readonly page: PagePlan | undefined;
  readonly transform: Transform;
  readonly checks: {
    /** Fails if a client has no records, or the report no rows. */
    readonly failEmpty: boolean;
    /** Fails if days have no records, or this cannot be ruled out. */
    readonly failGaps: boolean;
    /** Fails on a warning about missing or ambiguous data. */
    readonly strict: boolean;
    /** The exact set of column names, in any order; undefined for any. */
    readonly expectedColumns: readonly string[] | undefined;
    /** True if undated records of several windows may be mixed without a warning. */
    readonly mixesWindows?: boolean;
  };
  readonly requests: RequestLimits<number>;
  readonly network: {
    readonly caFile: ValueWithSource | undefined;
    readonly allowInsecureHttp: boolean;
  };
  /** The sandbox to start; undefined for the real service, and for a recording. */
  readonly sandbox: SandboxOptions | undefined;
  /** True if the figures are those of a sandbox, started or recorded. */
  readonly isMadeUp: boolean;
  /** The format of the service's answers, to record them; undefined for a report. */
  readonly wire?: Wire;
  /** The recording that has the answers; undefined to request them. */
  readonly recording?: RecordingPlan;
}

/** The directory of a recording, and the file of each window that the run reads. */
export interface RecordingPlan {
  readonly directory: string;
  readonly location: string;
  readonly files: readonly (Pick<RecordedWindow, 'from' | 'to' | 'file' | 'sha256' | 'contentType'> & {
    /** When the body was complete (ISO 8601, UTC). */
    readonly receivedAt: string;
  })[];
}

/** The words of a page that are known before the first request. */
export type PagePlan = Pick<PageFacts, 'command' | 'csvCommand' | 'clients' | 'conditions'>;

/** The part of a plan for one client. */
export interface ClientPlan {
  /** The profile's name as typed; undefined if the user named none. */
  readonly profile: string | undefined;
  readonly range: DateRange;
  readonly compared: DateRange | undefined;
  /** The credentials with their sources, for display: of the token, the last characters. Undefined for the sandbox. */
  readonly baseUrl: ValueWithSource | undefined;
  readonly clientId: ValueWithSource | undefined;
  readonly token: ValueWithSource | undefined;
  /** IANA name of the zone that determines today; undefined for the system's. */
  readonly timeZone: string | undefined;
  readonly endDate: EndDate;
  /** Undefined to find the column in the data. */
  readonly dateColumn: DateColumnSetting | undefined;
  /** Members beside the records that cause no warning, each name once. */
  readonly ignoredMembers: readonly string[];
  /** The windows of the range in order, then those of the compared range. */
  readonly windows: readonly WindowPlan[];
  readonly notes: readonly Message[];
  readonly warnings: readonly Message[];
}

/** The part of a plan for one window. */
export interface WindowPlan extends DateRange {
  /** True for a window of the compared range. */
  readonly isCompared?: true;
  /** The dates in the request: settled here, and sent as they are. */
  readonly requested: DateRange;
  readonly url: string;
}

/** The windows of a client, as its service takes them. */
export function requestedWindowsOf({ windows }: ClientPlan): readonly RequestedWindow[] {
  return windows.map(({ from, to, requested }) => ({ window: { from, to }, requested }));
}

/** The client's name in messages and records; undefined in a report of one client. */
export function labelOf({ profileColumn }: ReportPlan, { profile }: ClientPlan): string | undefined {
  return profileColumn ? profile : undefined;
}

/** The number of windows of all clients, those of the compared range included. */
export function countWindows({ clients }: ReportPlan): number {
  return clients.reduce((sum, { windows }) => sum + windows.length, 0);
}
