import { allCommands, type CommandModel } from './model.ts';
import type { Value } from './values.ts';

/**
 * What can be offered behind flags, each with what tells where: `* --from` for a flag that has it in all commands,
 * `reporting whoami --format` for one that has another elsewhere.
 */
export function valuePatterns(program: CommandModel): readonly (readonly [string, Value])[] {
  const all = allCommands(program).flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === undefined ? [] : flags.map((flag) => ({ path, flag, value })),
    ),
  );
  const differing = new Set(
    all
      .filter(({ flag, value }) => !isSame(value, all.find((each) => each.flag === flag)!.value))
      .map(({ flag }) => flag),
  );
  const patterns = new Map(
    all.map(({ path, flag, value }) => [`${differing.has(flag) ? path : '*'} ${flag}`, value] as const),
  );
  return [...patterns].filter(([, { kind }]) => kind !== 'nothing');
}

function isSame(left: Value, right: Value): boolean {
  return JSON.stringify({ ...left, name: '' }) === JSON.stringify({ ...right, name: '' });
}
