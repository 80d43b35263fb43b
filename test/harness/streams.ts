import { Readable, Writable } from 'node:stream';

export interface TerminalOptions {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows?: number;
  /** True for a pipe whose reader has closed it, or the code of a system's error for that. */
  readonly isReaderGone?: boolean | string;
  /** Called after each write with the text so far. The write ends when this does. */
  readonly onPrint?: ((text: string) => unknown) | undefined;
}

/** A stream that keeps its text, with the terminal methods that spinners and prompts call. */
export class CapturedOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  text = '';
  private readonly readerGone: string | undefined;
  private readonly onPrint: ((text: string) => unknown) | undefined;

  constructor({ isTTY, columns, rows, isReaderGone = false, onPrint }: TerminalOptions) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
    this.rows = rows ?? 1_000_000;
    this.readerGone = isReaderGone === true ? 'EPIPE' : isReaderGone || undefined;
    this.onPrint = onPrint;
    // As the process does.
    this.on('error', () => undefined);
  }

  override _write(chunk: string | Buffer, _encoding: string, done: (error?: Error) => void): void {
    const code = this.readerGone;
    if (code === undefined) this.text += chunk.toString();
    const error = code === undefined ? undefined : Object.assign(new Error(`write ${code}`), { code });
    if (this.onPrint === undefined) done(error);
    else Promise.resolve(this.onPrint(this.text)).then(() => done(error), done);
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
  return Object.assign(Readable.from(text === '' ? [] : [Buffer.from(text)]), { isTTY, setRawMode: () => undefined });
}
