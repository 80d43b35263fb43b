// DuckDB as a peer: reads a body from stdin and writes its records as CSV to stdout. Its package is below the folder that the first argument names.

import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(process.argv[2], 'package.json'));
const { DuckDBInstance } = require('@duckdb/node-api');

const connection = await (await DuckDBInstance.create()).connect();
await connection.run(
  `COPY (SELECT unnest(data, recursive := true) FROM read_json('/dev/stdin', maximum_object_size = 1000000000))
   TO '/dev/stdout' (FORMAT csv, HEADER)`,
);
