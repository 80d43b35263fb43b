import { type PulledReport, type PullOptions, pullReport, ReportingError } from '../../src/index.ts';
import { createHome, type Home } from './run-cli.ts';
import { CLIENT_ID, type TestService, TOKEN } from './service.ts';

export interface Pulled {
  readonly report: PulledReport;
  /** JSON texts of the records. */
  readonly records: readonly string[];
  readonly warnings: readonly string[];
  /** The error that ended the loop early. */
  readonly error: ReportingError | undefined;
  readonly home: Home;
}

/** The options of a pull from `service`, with a fresh temporary directory. */
export function optionsFor(
  service: Pick<TestService, 'baseUrl'>,
  options: Partial<PullOptions> = {},
  home = createHome(),
): PullOptions {
  return {
    report: 'revenue',
    baseUrl: service.baseUrl,
    clientId: CLIENT_ID,
    token: TOKEN,
    temporaryDirectory: home.temporary,
    ...options,
  };
}

/** Reads a report to its end, as a caller of the library does. */
export async function pull(
  service: Pick<TestService, 'baseUrl'>,
  options: Partial<PullOptions> = {},
): Promise<Pulled> {
  const home = createHome();
  const records: string[] = [];
  const warnings: string[] = [];
  const report = pullReport({
    ...optionsFor(service, options, home),
    onWarning: (text) => void warnings.push(text),
  });
  let error: ReportingError | undefined;
  try {
    for await (const { json } of report) records.push(json);
  } catch (caught) {
    if (!(caught instanceof ReportingError)) throw caught;
    error = caught;
  }
  return { report, records, warnings, error, home };
}
