/** The warnings that `--allow` and the settings do not silence. */

import { allowedScopes, type DataWarning, mergeNotices } from '../../core/warnings.ts';
import { type ClientPlan, type FetchPlan, labelOf } from '../../plan/report-plan.ts';

/** The warnings that stand, each text once. One about several clients is silent only if all of them allow it. */
export function standingWarnings(plan: FetchPlan, warnings: readonly DataWarning[]): readonly DataWarning[] {
  const standing = warnings.filter((warning) =>
    plan.clients.some(
      (client) =>
        (warning.profile === undefined || warning.profile === labelOf(plan, client)) && !isAllowed(warning, client),
    ),
  );
  return mergeNotices(standing, plan.clients.length);
}

/** True for a warning about the client that the user allows for it. */
export function isAllowed({ name, scope = [] }: DataWarning, { allowed, profile, profileInUse }: ClientPlan): boolean {
  const scopes = allowedScopes(allowed, name);
  const client = profile ?? profileInUse;
  const isOfClient = name !== 'partial' && client !== undefined && scopes.includes(client);
  if (scopes === 'all' || isOfClient) return true;
  return scope.length > 0 && scope.every((each) => scopes.includes(each));
}
