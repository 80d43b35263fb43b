/** Plans a recording of the service's responses. */

import type { Wire } from '../api/wire.ts';
import { assertAbsent } from '../archive/recorder.ts';
import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { type OutputTemplate, planDestination } from '../plan/destination.ts';
import { planFetch } from '../plan/plan-fetch.ts';
import { countWindows, type PlannedRun } from '../plan/report-plan.ts';
import type { FetchRequest } from '../plan/request.ts';
import type { Services } from '../services.ts';

/** The user's request for a recording: plain data. */
interface RawRequest {
  readonly fetch: FetchRequest;
  /** The directory of the recording; or stdout, for a single body. */
  readonly output: OutputTemplate;
}

/** Everything that a recording will do. Its document is the directory, or the body on stdout. */
export interface RawPlan extends PlannedRun {
  readonly wire: Wire;
}

/** The plan for one client. Throws a usage error for a directory that exists, and for several windows on stdout. */
export async function planRaw(request: RawRequest, stored: StoredConfig, services: Services): Promise<RawPlan> {
  const { report, wire } = request.fetch;
  const fetch = planFetch(request.fetch, stored, services);
  const { output } = planDestination(request.output, fetch, stored.clients);
  if (output !== STDOUT) {
    await assertAbsent(await services.targetOf(output), output);
  } else if (countWindows(fetch) > 1) {
    throw new ReportingError(
      'E-recording',
      `--output - takes one window, and the range has ${countOf(countWindows(fetch), 'window')}`,
      { hint: `name a directory: --output ${report}-${fetch.range.from}` },
    );
  }
  const document = { output, makesDirectories: true, contents: `responses in ${wire}`, notes: [] };
  return { fetch, document, wire };
}
