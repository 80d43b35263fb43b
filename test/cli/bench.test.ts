import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBodies } from '../bench/bodies.ts';
import { daysOf } from '../bench/dates.ts';
import { expectedDigest, OUTPUT_FORMATS } from '../bench/expected.ts';
import { SHAPES, type ShapeName } from '../bench/shapes.ts';
import { runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

/** One for each day of a window. */
const RECORDS = 31;
const DATA_FORMATS = OUTPUT_FORMATS.filter((format) => format !== 'table');

test.each(Object.keys(SHAPES) as ShapeName[])(
  'the benchmarks expect the report of %s records that the tool writes',
  async (shape) => {
    const bodies = createBodies();
    const service = await startService(({ query }, response) => {
      const dates = daysOf(query.start_date!, query.end_date!);
      const parts = bodies.partsOf({ shape, records: RECORDS, repeat: 1, encoding: 'identity' }, dates);
      response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.concat(parts));
    });
    for (const format of DATA_FORMATS) {
      const result = await runCli(`revenue --from 2024-01-01 --to 2024-03-02 --format ${format}`, {
        env: service.env,
      });
      expect(result.stderr).toBe('');
      const windows = [daysOf('2024-01-01', '2024-01-31'), daysOf('2024-02-01', '2024-03-02')];
      const { sha256 } = expectedDigest(shape, RECORDS, windows, format);
      expect(createHash('sha256').update(result.stdout).digest('hex'), format).toBe(sha256);
    }
  },
);
