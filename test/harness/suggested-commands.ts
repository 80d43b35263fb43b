import { createProgram } from '../../src/program.ts';
import { wordsOf } from './words.ts';

const COMMAND = /`(reporting [^`]+)`|for example: (reporting [^\n]+)/g;
const checked = new Set<string>();

/** Throws unless the command line accepts every command that a message suggests, its placeholders filled. */
export async function checkSuggestedCommands(stderr: string): Promise<void> {
  // A message breaks at the width of a terminal.
  for (const [, quoted, example] of stderr.replaceAll(/\n +/g, ' ').matchAll(COMMAND)) {
    const line = (quoted ?? example!).replaceAll(/[<>]/g, '');
    // A command without its argument is a name, and one with an ellipsis a form.
    if (checked.has(line) || line.endsWith('…') || /^reporting (?:command -h|raw|columns)$/.test(line)) continue;
    checked.add(line);
    const parsed = new Error();
    const program = createProgram(() => Promise.reject(parsed));
    await program.parseAsync(wordsOf(line).slice(1), { from: 'user' }).catch((error: Error & { exitCode?: number }) => {
      if (error !== parsed && error.exitCode !== 0) throw new Error(`a message suggests ${line}: ${error.message}`);
    });
  }
}
