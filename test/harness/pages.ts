import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../..');

export interface Page {
  /** Path below the root of the repository, such as `docs/dates.md`. */
  readonly name: string;
  readonly text: string;
}

const DOCS = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));

/** README.md and all pages of docs/. */
export const PAGES: readonly Page[] = ['README.md', ...DOCS.sort().map((file) => `docs/${file}`)].map(readPage);

/** The page that `npm run generate` writes. Its examples are those of the help, which have tests of their own. */
export const GENERATED = 'docs/cli.md';

/** The pages that people write. */
export const WRITTEN_PAGES = PAGES.filter(({ name }) => name !== GENERATED);

/** The text of all written pages. */
export const WRITTEN_TEXT = WRITTEN_PAGES.map(({ text }) => text).join('\n');

export function readPage(name: string): Page {
  return { name, text: readFileSync(path.join(ROOT, name), 'utf8') };
}

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** The fenced code blocks of a page. */
export function codeBlocks({ text }: Page): readonly CodeBlock[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, language, block]) => ({
    language: language!,
    text: block!,
  }));
}

/** The page without its code blocks. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```[^\n]*\n.*?^```$/gms, '');
}

export interface Example {
  readonly page: string;
  readonly command: string;
  /** Everything that the page shows below the command. */
  readonly output: string;
}

/** The commands of a code block, each after `$ `, with their output. */
export function examplesIn({ text }: CodeBlock): readonly Omit<Example, 'page'>[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((example) => {
      const end = example.indexOf('\n');
      return { command: example.slice(0, end), output: example.slice(end + 1) };
    });
}

/** The code blocks in one language on a page. */
export function blocksOf(name: string, language: string): readonly string[] {
  return codeBlocks(readPage(name)).flatMap((block) => (block.language === language ? [block.text] : []));
}
