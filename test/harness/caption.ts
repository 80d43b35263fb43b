import { type CliOptions, type CliResult, runWithNotes as runCli } from './run-cli.ts';

const BEGINNING =
  /(?:^|(?<= {3}))(?:\u001b\[\dm|\*\*)?(?:revenue|domains)(?:\u001b\[22m)?\s(?:\u001b\[\dm)?\d{4}-\d\d-\d\d(?:\.\.|\*\*|\u001b| |$)/m;

/** What follows a caption: an empty line, the exact numbers of a chart, or the scale of small ones. */
const END = /\n(?=\n|(?:\u001b\[2m)?(?:total|average|highest|each)(?:\u001b\[22m)? |\u001b\[2meach )/;

/** The lines of the caption of a document for people, without the empty line after it; empty if it has none. */
export function captionOf(document: string): string {
  const start = document.search(BEGINNING);
  if (start === -1) return '';
  const rest = document.slice(start);
  return rest.slice(0, rest.search(END) + 1);
}

/** A document for people without its caption: a table without the empty line below it, a chart with its title. */
export function withoutCaption(document: string): string {
  const caption = captionOf(document);
  if (caption === '') return document;
  const [before, after] = document.split(caption) as [string, string];
  return before === '' ? after.slice(1) : `${before.replace(/ {3}$|\n$/, '')}\n${after}`;
}

/** `runCli`, for expectations about everything in a document but its caption. */
export async function runWithoutCaption(
  line: string | readonly string[],
  options?: CliOptions,
): Promise<CliResult & { readonly caption: string; readonly whole: string }> {
  const result = await runCli(line, options);
  const { stdout: whole } = result;
  return { ...result, stdout: withoutCaption(whole), caption: captionOf(whole), whole };
}
