/** Which program shows what is longer than the screen, as the environment says. */

type Environment = Readonly<Record<string, string | undefined>>;

export interface PagerCommand {
  /** The program and its arguments. */
  readonly words: readonly [string, ...string[]];
  /** True if the user named it. */
  readonly isChosen: boolean;
  readonly env: Environment;
}

const DEFAULT_PAGER = 'less';
/**
 * As git sets them: quit if all fits on the screen, show colours, leave the text where it was. And what comes is UTF-8,
 * which less believes in a locale only that says so.
 */
const DEFAULT_SETTINGS = { LESS: 'FRX', LESSCHARSET: 'utf-8', LV: '-c' };

/**
 * The first of `REPORTING_PAGER`, `PAGER` and less; undefined where there is to be none: if it is empty or `cat`, or on a
 * terminal that is dumb. It is split into words and run without a shell, as gh does: nothing in it is expanded.
 */
export function pagerCommand(env: Environment): PagerCommand | undefined {
  const named = env.REPORTING_PAGER ?? env.PAGER;
  const [program, ...args] = splitWords(named ?? DEFAULT_PAGER);
  if (env.TERM === 'dumb' || program === undefined || program === '' || program === 'cat') return undefined;
  // What shows a report has no use for the token that got it.
  const { REPORTING_API_TOKEN: _, ...rest } = env;
  return {
    words: [program, ...args],
    isChosen: named !== undefined,
    env: { ...DEFAULT_SETTINGS, ...rest },
  };
}

const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$))+/gs;
const PART = /\\(.)|"((?:[^"\\]|\\.)*)(?:"|$)|'([^']*)(?:'|$)/gs;

/** Words as a shell splits them, with quotation marks and backslashes. */
export function splitWords(command: string): readonly string[] {
  return (command.match(WORD) ?? []).map((word) =>
    word.replace(PART, (_, escaped?: string, double?: string, single?: string) => {
      return escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? '';
    }),
  );
}
