import type { Credentials } from '../contract/credentials.ts';
import type { EndDate } from '../contract/end-date.ts';
import type { Report } from '../contract/report.ts';
import type { DateRange } from '../core/date-range.ts';
import type { AnswerHead } from './answer-head.ts';
import type { Route, RouteOptions } from './route.ts';

export interface ServiceOptions extends RouteOptions {
  /** Limit for lookup, proxy, connection, TLS, request and response head together, in milliseconds. */
  readonly headTimeoutMs: number;
  /** Limit for silence within a body, in milliseconds. */
  readonly stallTimeoutMs: number;
  readonly userAgent: string;
  /** How the last day of a window is asked for; inclusive. */
  readonly endDate?: EndDate;
  readonly now: () => Date;
  /** What to type when the credentials are refused, if that would help. */
  readonly refusalHint?: string;
  /** Told what goes over the wire, without the token. */
  readonly onExchange?: (line: string) => void;
  /** Told the head of each answer, of a refusal too. */
  readonly onHead?: (head: AnswerHead) => void;
}

/** What a request was for: what an error about it tells. */
export interface Exchange {
  readonly report: Report;
  readonly window: DateRange;
  readonly credentials: Credentials;
  readonly options: ServiceOptions;
  readonly route: Route;
  readonly signal: AbortSignal;
}
