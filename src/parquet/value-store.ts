/** The least and the largest value, as the library takes them. */
export interface ValueBounds {
  readonly min: bigint | number | boolean | Uint8Array;
  readonly max: bigint | number | boolean | Uint8Array;
}

/** The values of a column in a row group, without nulls, as Parquet stores them (Parquet's encodings: PLAIN). */
export interface ValueStore {
  /** The number of values. */
  readonly count: number;
  /** Adds the value of a cell that is not null. False if the type does not hold it. */
  add(block: Buffer, start: number, end: number): boolean;
  /** All values. Valid until the next `add`. */
  plain(): Uint8Array;
  /** The values at these indexes. */
  plainAt(indexes: Int32Array): Uint8Array;
  /** Undefined without values, and if the bounds are too long. */
  bounds(): ValueBounds | undefined;
  clear(): void;
}
