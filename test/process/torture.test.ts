/**
 * Each call of node:fs of a run fails once, and the process is killed once at each. The files are then old or new, the exit code is
 * right, and the next run gives the bytes of a run without a fault. `TORTURE=full` tries every call, and `.ci/run` a sample of each scenario.
 */

import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHome } from '../harness/run-cli.ts';
import { TOKEN } from '../harness/service.ts';
import type { SpawnResult } from '../harness/spawn-cli.ts';
import { copyHome, type Fault, type FileCall, faultsOf, spawnWithFileCalls } from '../torture/file-calls.ts';
import {
  chooseCases,
  chooseScenarios,
  contentOf,
  prepare,
  reportOf,
  restate,
  runAgain,
  SYNCED_DAYS,
  triesAll,
} from '../torture/scenarios.ts';

/** Cases of each scenario in the sample of `.ci/run`. */
const SAMPLE = 20;
/** Elsewhere, there is one case of each fault, in a scenario of its own. */
const FAULTS: readonly Fault[] = ['fail', 'kill', 'after', 'half'];
const FEW = ['restated sync', 'report', 'continued raw', 'login'];

/** Temporary files, which engines and the next run ignore, and the files of a cache. */
const TEMPORARY =
  /(?:^|\/)(?:\.reporting-[^/]*\.tmp|\.lock(?:-[^/]*)?|\.out[^/]*\.(?:tmp|partial)(?:\/.*)?|config\.json\.(?:lock|tmp-)[^/]*|columns\.json\.\d+|_failure(?:-\d{4}-\d\d)?\.json)$|^\.cache\//;

const INTERNAL_ERROR = 1;

/** What is wrong with the end of a run with a fault. */
function problemsOf(fault: Fault, { exitCode, signal, stdout, stderr }: SpawnResult): readonly string[] {
  const isShown = `${stdout}${stderr}`.includes(TOKEN) ? ['the token was printed'] : [];
  if (fault !== 'fail') return signal === 'SIGKILL' ? isShown : [...isShown, 'was not killed'];
  const isError = exitCode !== null && exitCode !== INTERNAL_ERROR && /^error: /m.test(stderr);
  return exitCode === 0 || isError ? isShown : [...isShown, `exit ${exitCode}: ${stderr}`];
}

test.each(chooseScenarios(FEW).map((scenario, index) => ({ ...scenario, turn: FAULTS[index % FAULTS.length] })))(
  '$name',
  async ({ turn, ...scenario }) => {
    const { old, env, lineOf } = await prepare(scenario);
    const line = lineOf(scenario.line);
    const home = createHome();
    copyHome(old, home);
    const counted = await spawnWithFileCalls(line, home, env, { mode: 'count' });
    expect(counted.result).toMatchObject({ exitCode: 0 });
    const [before, after] = [contentOf(old), contentOf(home)];
    const calls = counted.log as readonly FileCall[];
    const cases = faultsOf(calls);
    const chosen = triesAll
      ? chooseCases(cases, SAMPLE)
      : chooseCases(
          cases.filter(([, fault]) => fault === turn),
          1,
        );
    const problems: string[] = [];
    for (const [call, fault] of chosen) {
      const label = `${fault} at ${call.call} ${call.name} ${path.relative(home.root, call.file)}`;
      const fail = (what: string): void => void problems.push(`${label}: ${what}`);
      copyHome(old, home);
      const { result } = await spawnWithFileCalls(line, home, env, { mode: fault, at: call.call });
      problemsOf(fault, result).forEach(fail);
      const found = contentOf(home);
      for (const [file, text] of found) {
        const isSecret = text.includes(TOKEN) && file !== 'work/token';
        if (isSecret && (statSync(path.join(home.root, file)).mode & 0o777) !== 0o600)
          fail(`others can read the token in ${file}`);
        const isWritten = [before.get(file), after.get(file)].includes(text);
        if (!isWritten && !TEMPORARY.test(file)) fail(`${file} is neither old nor new`);
      }
      if (result.exitCode === 0) {
        for (const [file, text] of after)
          if (!file.startsWith('.cache/') && found.get(file) !== text) fail(`exit 0, but ${file} is not new`);
      }
      const again = await runAgain({ ...scenario, line, env }, home, after);
      again.problems.forEach(fail);
      if (scenario.change === restate && line.startsWith('sync')) {
        const restated = new Set(`${result.stdout}${again.stdout}`.match(/^.* restated: .*$/gm));
        if (restated.size !== SYNCED_DAYS) fail(`${restated.size} restated days were printed`);
      }
    }
    reportOf(`${scenario.name}: ${calls.length} calls, ${chosen.length} of ${cases.length} faults`, problems);
    expect(problems).toEqual([]);
  },
  7_200_000,
);
