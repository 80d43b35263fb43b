import type { CommonOptions } from './program.ts';

/**
 * The common options in `argv`, found without knowing its grammar: for errors about a command line that cannot be
 * parsed. What cannot be told apart for certain counts as set.
 */
export function scanArguments(argv: readonly string[]): CommonOptions {
  const errorFormat = optionValue(argv, ['--error-format']);
  const format = optionValue(argv, ['--format', '-f']);
  return {
    progress: !argv.includes('--no-progress'),
    color: !argv.includes('--no-color'),
    debug: argv.includes('--debug'),
    ...(errorFormat === 'json' || errorFormat === 'text' ? { errorFormat } : {}),
    ...(format === undefined ? {} : { format }),
  };
}

function optionValue(argv: readonly string[], names: readonly string[]): string | undefined {
  for (const [index, argument] of argv.entries()) {
    const name = names.find((candidate) => argument === candidate || argument.startsWith(`${candidate}=`));
    if (name !== undefined) return argument === name ? argv[index + 1] : argument.slice(name.length + 1);
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
