import { Readable, Writable } from 'node:stream';

export interface TerminalOptions {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows?: number;
  /** True for a pipe whose reader has closed it. */
  readonly isReaderGone?: boolean;
  /** Called after each write, which ends when this does. */
  readonly onPrint?: (() => unknown) | undefined;
}

/** A stream that keeps its text, with the terminal methods that spinners and prompts call. */
export class CapturedOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  text = '';
  private readonly isReaderGone: boolean;
  private readonly onPrint: (() => unknown) | undefined;

  constructor({ isTTY, columns, rows, isReaderGone = false, onPrint }: TerminalOptions) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
    this.rows = rows ?? 1_000_000;
    this.isReaderGone = isReaderGone;
    this.onPrint = onPrint;
    // As the process does.
    this.on('error', () => undefined);
  }

  override _write(chunk: string | Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (!this.isReaderGone) this.text += chunk.toString();
    const error = this.isReaderGone ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : undefined;
    if (this.onPrint === undefined) done(error);
    else Promise.resolve(this.onPrint()).then(() => done(error), done);
  }

  clearLine(): boolean {
    return true;
  }

  cursorTo(): boolean {
    return true;
  }

  moveCursor(): boolean {
    return true;
  }
}

/** A stdin that holds `text`. */
export function createInput(text: string, isTTY: boolean): Readable & { isTTY: boolean; setRawMode(): void } {
  return Object.assign(Readable.from(text === '' ? [] : [Buffer.from(text)]), {
    isTTY,
    setRawMode: () => undefined,
  });
}
