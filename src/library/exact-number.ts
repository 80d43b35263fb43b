/** A number with the digits that the service sent. JavaScript numbers lose digits, so it converts only on request. */
export class ExactNumber {
  /** As JSON spells it: `0.10`, `9007199254740993`, `1e-7`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest JavaScript number: 9007199254740992 for `9007199254740993`, Infinity for `1e400`. */
  toNumber(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  /** Gives `JSON.stringify` a string, since a number would lose digits. A record's `json` has the number. */
  toJSON(): string {
    return this.text;
  }

  /** Throws a TypeError, because `a + b` would join strings, and `a * b` would lose digits unnoticed. */
  valueOf(): never {
    throw new TypeError(`${this.text} is an ExactNumber: use toNumber(), or text for exact decimals`);
  }
}
