/** A report of the service: one endpoint. */
export interface Report {
  /** Name of its subcommand. */
  readonly name: string;
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  /** One line of help. */
  readonly summary: string;
  /** Set if the interface does not promise a date in each record. */
  readonly isUndated?: true;
}

/** The report of revenue by date and campaign. */
export const revenue = {
  name: 'revenue',
  path: '/revenue',
  summary: 'pull revenue by date and campaign',
} as const satisfies Report;

const domains = {
  name: 'domains',
  path: '/revenue/domains',
  summary: 'pull revenue by domain and source',
  isUndated: true,
} as const satisfies Report;

/** Every report, in the order that help lists them. */
export const REPORTS = [revenue, domains] as const satisfies readonly Report[];

/** Their names. */
export const REPORT_NAMES: readonly string[] = REPORTS.map(({ name }) => name);

/** The report with this name, which must exist. */
export function reportNamed(name: string): Report {
  return REPORTS.find((report) => report.name === name)!;
}
