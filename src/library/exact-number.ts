/** A number with the digits that the service sent. JavaScript's own numbers lose some, so none is made of it unasked. */
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

  /** `JSON.stringify` writes the digits as a text, since it has no other way to keep them; a record's `json` has the number. */
  toJSON(): string {
    return this.text;
  }

  /** Throws a TypeError: `a + b` would join texts, and `a * b` lose digits, and nothing would show it. */
  valueOf(): never {
    throw new TypeError(
      `${this.text} is an ExactNumber: take its toNumber(), or its text for exact decimals`,
    );
  }
}
