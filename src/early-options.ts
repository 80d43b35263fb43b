import type { CommonOptions } from './program.ts';

/**
 * The common options in `argv`, found without knowing its grammar: for errors about a command line that cannot be
 * parsed. What cannot be told apart for certain counts as set.
 */
export function scanArguments(argv: readonly string[]): CommonOptions {
  const errorFormat = optionValue(argv, '--error-format');
  const format = optionValue(argv, '--format', /^-[qvhV]*f(.*)$/s);
  const output = optionValue(argv, '--output', /^-[qvhV]*o(.*)$/s);
  return {
    progress: !argv.includes('--no-progress'),
    color: !argv.includes('--no-color'),
    debug: argv.includes('--debug'),
    ...(errorFormat === 'json' || errorFormat === 'text' ? { errorFormat } : {}),
    ...(format === undefined ? {} : { format }),
    ...(output === undefined ? {} : { output }),
  };
}

/** `short` matches the short option, after others that take no value; its group is a value joined to it: `-qfjson`. */
function optionValue(argv: readonly string[], long: string, short?: RegExp): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    const joined = argument === long ? '' : short?.exec(argument)?.[1];
    if (joined !== undefined) return joined === '' ? argv[index + 1] : joined;
  }
  return undefined;
}

/** Options whose value may begin with a hyphen: `--sort -views`, `--columns -id`. */
const SIGNED = ['--sort', '--columns'];

/**
 * `argv` with such values joined to their options. Commander looks for the program's own options in front of the command's,
 * and would take `-views` for `-v` and its like.
 */
export function joinSignedValues(argv: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const argument of argv) {
    const last = joined.at(-1);
    const isValue = last !== undefined && SIGNED.includes(last) && /^-[^-]/.test(argument);
    if (isValue) joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}
