import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBodies } from '../bench/bodies.ts';
import { daysOf } from '../bench/dates.ts';
import { expectedDigest, OUTPUT_FORMATS } from '../bench/expected.ts';
import { SHAPES, type ShapeName } from '../bench/shapes.ts';
import { runStep } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

/** The first and the last day of two windows. */
const MONTHS = ['2024-01-01', '2024-01-31', '2024-02-01', '2024-03-02'] as const;
const DATA_FORMATS = OUTPUT_FORMATS.filter((format) => format !== 'table');

test.each((Object.keys(SHAPES) as ShapeName[]).map((shape, turn) => [shape, turn] as const))(
  'the benchmarks expect the report of %s records that the tool writes',
  async (shape, turn) => {
    const [from, firstEnd, secondFrom, to] = MONTHS;
    const windows = [daysOf(from, firstEnd), daysOf(secondFrom, to)];
    // One for each day of a window.
    const records = windows[0]!.days;
    const bodies = createBodies();
    const service = await startService(({ query }, response) => {
      const dates = daysOf(query.start_date!, query.end_date!);
      const parts = bodies.partsOf({ shape, records, repeat: 1 }, dates);
      response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.concat(parts));
    });
    for (const [at, format] of DATA_FORMATS.entries()) {
      // A sample tries one of the formats with each shape.
      if (runStep() > 1 && at !== turn % DATA_FORMATS.length) continue;
      const line = `revenue --from ${from} --to ${to} --windows ${records} --format ${format}`;
      const result = await runCli(line, { env: service.env });
      expect(result.stderr).toBe('');
      const { sha256 } = expectedDigest(shape, records, windows, format);
      expect(createHash('sha256').update(result.stdout).digest('hex'), format).toBe(sha256);
    }
  },
);
