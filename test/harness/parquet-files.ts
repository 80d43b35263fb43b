/** Reads Parquet files with two engines that share no code with the writer. */

import { createRequire } from 'node:module';
import { type DataType, type Table, tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import { DUCKDB_PACKAGE } from './needs.ts';

/** Cells as texts: a decimal with all of its decimals, a date as 2026-01-31. Null is null. */
export type ParquetRow = readonly (string | null)[];

export interface ParquetContent {
  /** For each column its name and its type, as in SQL. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly ParquetRow[];
}

/** The content of a file, as parquet-wasm and Arrow read it. */
export function readWithArrow(bytes: Uint8Array): ParquetContent {
  const table: Table = tableFromIPC(readParquet(bytes).intoIPCStream());
  const { fields } = table.schema;
  const columns = fields.map(({ name, type }): readonly [string, string] => [name, sqlType(type)]);
  const vectors = fields.map((_, index) => table.getChildAt(index)!);
  const rows = Array.from({ length: table.numRows }, (_, row) =>
    vectors.map((vector, index) => cellOf(vector.get(row), columns[index]![1])),
  );
  return { columns, rows };
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^Int64$/, 'BIGINT'],
  [/^Date32/, 'DATE'],
  [/^Float64$/, 'DOUBLE'],
  [/^Bool$/, 'BOOLEAN'],
  [/^Utf8/, 'VARCHAR'],
];

function sqlType(type: DataType): string {
  const text = String(type);
  const decimal = /^Decimal\[(\d+)e[+]?(-?\d+)\]$/.exec(text);
  if (decimal !== null) return `DECIMAL(${decimal[1]},${decimal[2]})`;
  return TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}

function cellOf(value: unknown, type: string): string | null {
  if (value === null) return null;
  if (type === 'DATE') return new Date(Number(value)).toISOString().slice(0, 10);
  const scale = /^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1];
  return scale === undefined ? String(value) : decimalOf(value as Uint32Array, Number(scale));
}

/** 128 bits, the lowest 32 first. */
function decimalOf(words: Uint32Array, scale: number): string {
  const unsigned = words.reduce((sum, word, index) => sum + (BigInt(word) << BigInt(32 * index)), 0n);
  const units = BigInt.asIntN(128, unsigned);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const require = createRequire(import.meta.url);

interface DuckdbResult {
  columnNames(): string[];
  columnTypes(): unknown[];
  getRows(): unknown[][];
}

interface DuckdbModule {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ runAndReadAll(sql: string): Promise<DuckdbResult>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

/** The result of DuckDB to a query. Needs `duckdb`. */
export async function queryDuckdb(sql: string): Promise<ParquetContent> {
  const { DuckDBInstance } = require(DUCKDB_PACKAGE) as DuckdbModule;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(sql);
    const types = result.columnTypes();
    return {
      columns: result.columnNames().map((name, index) => [name, String(types[index])]),
      rows: result.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
