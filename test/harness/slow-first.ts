import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files in the table of CONTRIBUTING.md, the slowest first. */
const SLOW = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `(test\/\S+\.test\.ts)` \|/gm)].map(
  ([, file]) => file!,
);

/** Starts the slow files of each project first, so that none runs alone at the end. A fresh checkout knows no durations. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = SLOW.findIndex((file) => moduleId.endsWith(file));
      return rank === -1 ? SLOW.length : rank;
    };
    const sorted = await super.sort(files);
    // `built` runs before `source`.
    return sorted.sort(
      (one, other) => one.project.name.localeCompare(other.project.name) || rankOf(one) - rankOf(other),
    );
  }
}
