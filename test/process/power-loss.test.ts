/**
 * A run loses its power after each change of a file. What was not synced is kept, lost, half there or zeros, and names of files
 * apart from their content. No dataset that `verify` calls whole is wrong, and the next run gives the bytes of a run without a fault.
 * A run that has ended loses nothing that it wrote for the user.
 * `TORTURE=full` tries every state, and `.ci/run` a sample of each scenario.
 */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHome, runCli } from '../harness/run-cli.ts';
import { DiskModel, ENTRY_LOSSES, FILE_LOSSES, writeTree } from '../torture/disk-model.ts';
import { copyHome, type FileChange, spawnWithFileCalls } from '../torture/file-calls.ts';
import {
  chooseCases,
  chooseScenarios,
  contentOf,
  prepare,
  reportOf,
  runAgain,
  triesAll,
} from '../torture/scenarios.ts';

/** States of each scenario in the sample. */
const SAMPLE = triesAll ? 40 : 1;
/** The scenarios of `npm test`. */
const FEW = ['raw', 'first login'];

const PROFILES_LOCK = /config\.json\.lock$/;

type Tree = ReadonlyMap<string, Buffer | undefined>;

/** The different states in which a loss of power leaves a disk, each with its name. */
function statesAfter(disk: DiskModel, changes: readonly FileChange[]): readonly (readonly [string, Tree])[] {
  const states = new Map<string, readonly [string, Tree]>();
  for (const [index, change] of changes.entries()) {
    disk.apply(change);
    for (const files of FILE_LOSSES) {
      for (const entries of ENTRY_LOSSES) {
        // The tests of locks cover one that is torn. A login waits for it with the real clock.
        const tree = new Map([...disk.afterLoss({ files, entries })].filter(([file]) => !PROFILES_LOCK.test(file)));
        const hash = createHash('sha256');
        for (const [file, content] of tree) hash.update(`${file}\0${content?.toString('latin1')}\0`);
        const label = `after ${index + 1} ${change.name} ${change.file}, files ${files}, entries ${entries}`;
        const key = hash.digest('hex');
        if (!states.has(key)) states.set(key, [label, tree]);
      }
    }
  }
  return [...states.values()];
}

test.each(chooseScenarios(FEW))(
  '$name',
  async (scenario) => {
    const { old, env, lineOf } = await prepare(scenario);
    const line = lineOf(scenario.line);
    const home = createHome();
    copyHome(old, home);
    const before = contentOf(home);
    const disk = new DiskModel(home.root);
    const { result, log } = await spawnWithFileCalls(line, home, env, { mode: 'record' });
    expect(result).toMatchObject({ exitCode: 0 });
    const after = contentOf(home);
    const states = statesAfter(disk, log as readonly FileChange[]);
    // A rename that is on disk without what came before it is tried always.
    const isReordered = ([label]: (typeof states)[number]): boolean => /rename .*only the newest kept$/.test(label);
    const chosen = [...new Set([...states.filter(isReordered), ...chooseCases(states, SAMPLE)])];
    const problems: string[] = [];
    writeTree(home.root, disk.afterLoss({ files: 'lost', entries: 'lost' }));
    const durable = contentOf(home);
    for (const [file, text] of after) {
      const isLost = file.startsWith('work/') && durable.get(file) !== text;
      if (isLost) problems.push(`after the end of the run, ${file} is lost`);
    }
    for (const [label, tree] of chosen) {
      const fail = (what: string): void => void problems.push(`${label}: ${what}`);
      writeTree(home.root, tree);
      const isWritten = (file: string, text: string): boolean => [before.get(file), after.get(file)].includes(text);
      const verify = line.startsWith('sync') ? await runCli('verify sales', { home }) : undefined;
      // Without `_dataset.json` there is nothing to verify.
      if (![undefined, 0, 2, 10].includes(verify?.exitCode)) fail(`verify: ${verify?.stderr}`);
      for (const [file, text] of contentOf(home)) {
        const isOutput = /^work\/out(?:\.|\/)|config\.json$/.test(file);
        const isVerified = verify?.exitCode === 0 && /\.parquet$/.test(file);
        if ((isOutput || isVerified) && !isWritten(file, text)) fail(`${file} is neither old nor new`);
      }
      (await runAgain({ ...scenario, line, env }, home, after)).problems.forEach(fail);
    }
    reportOf(`power loss, ${scenario.name}: ${states.length} states, ${chosen.length} tried`, problems);
    expect(problems).toEqual([]);
  },
  7_200_000,
);
