import type { Report } from '../contract/report.ts';
import { domains } from './domains.ts';
import { revenue } from './revenue.ts';

/** Every report, in the order that help lists them. */
export const REPORTS = [revenue, domains] as const satisfies readonly Report[];

/** The report of that name, which must exist. */
export function reportNamed(name: string): Report {
  return REPORTS.find((report) => report.name === name)!;
}
