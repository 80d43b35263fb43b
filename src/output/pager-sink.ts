import { interruptible } from '../core/interruptible.ts';
import type { Sink } from '../core/sink.ts';
import type { Messages } from './messages.ts';
import { type Pager, startPager } from './pager.ts';
import { type PagerCommand, pagerCommand } from './pager-command.ts';

export interface PagerWorld {
  readonly stdout: { readonly columns?: number; readonly rows?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** From the call until the function that it gives is called, Ctrl-C is the pager's. */
  readonly ignoreInterrupts: () => () => void;
}

type PagerMessages = Pick<Messages, 'warning' | 'debug'>;

/** Writes to `terminal` what fits on its screen, and shows in a pager what is longer, if there is to be one. */
export function openPagerSink(terminal: Sink, world: PagerWorld, messages: PagerMessages): Sink {
  const command = pagerCommand(world.env);
  return command === undefined ? terminal : createPagerSink(terminal, command, world, messages);
}

function createPagerSink(
  terminal: Sink,
  command: PagerCommand,
  { stdout, signal, ignoreInterrupts }: PagerWorld,
  messages: PagerMessages,
): Sink {
  const screen = { columns: stdout.columns || 80, rows: stdout.rows || 24 };
  let held = '';
  let lines = 0;
  let isDecided = false;
  let pager: Pager | undefined;
  let stopIgnoring: (() => void) | undefined;

  const toText = (piece: string | Uint8Array): string =>
    typeof piece === 'string' ? piece : Buffer.from(piece).toString();

  async function turnToPager(): Promise<void> {
    isDecided = true;
    stopIgnoring = ignoreInterrupts();
    try {
      pager = await startPager(command, signal);
    } catch (error) {
      stopIgnoring();
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      const problem = `the pager ${command.words.join(' ')} cannot be run: ${reason}`;
      if (command.isChosen) messages.warning(problem);
      else messages.debug(problem);
    }
  }

  async function writeOut(text: string): Promise<void> {
    await (pager ?? terminal).write(text);
  }

  return {
    async write(piece) {
      if (isDecided) return writeOut(toText(piece));
      held += toText(piece);
      lines += countLines(toText(piece), screen.columns);
      // The line below the last one is taken too, by the prompt.
      if (lines < screen.rows) return;
      await turnToPager();
      await writeOut(held);
      held = '';
    },
    async commit() {
      if (!isDecided && held !== '') await terminal.write(held);
      if (pager !== undefined) await interruptible(pager.finish(), signal);
      stopIgnoring?.();
      await terminal.commit();
    },
    async abort() {
      const isUntouched = await terminal.abort();
      await pager?.stop();
      stopIgnoring?.();
      return isUntouched && pager === undefined;
    },
  };
}

const COLOURS = /\u001b\[[\d;]*m/g;

/** Lines that text takes on the screen at least: a long one takes several. */
function countLines(text: string, columns: number): number {
  const lines = text.replace(COLOURS, '').split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
