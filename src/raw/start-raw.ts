/** Makes recordings of the service's responses, or shows their plans. */

import { loadConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { showAsText } from '../report/dry-run.ts';
import { startJob } from '../report/start.ts';
import type { Services } from '../services.ts';
import { planRaw, type RawRequest } from './plan-raw.ts';
import { pullRaw } from './pull-raw.ts';

/** Makes a recording, or shows its plan. */
export async function startRaw(request: RawRequest, services: Services): Promise<void> {
  const { mode, output } = request;
  const stored = await loadConfig(request.fetch, services);
  if (stored.clients.length > 1 && !output.placeholders.includes('profile')) {
    throw new ReportingError('E-recording', 'several profiles need {profile} in --output', {
      hint: `write one recording for each: --output '{profile}-{from}-{to}'`,
    });
  }
  return startJob(
    {
      mode,
      output,
      plan: (own) => planRaw(request, own, services),
      pull: pullRaw,
      show: (plans) =>
        showAsText(
          plans.map((plan) => ({ ...plan, contents: `responses in ${plan.wire}` })),
          services,
        ),
    },
    stored,
    services,
  );
}
