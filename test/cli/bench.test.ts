import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBodies, daysOf } from '../bench/bodies.ts';
import { expectedDigest, OUTPUT_FORMATS } from '../bench/expected.ts';
import { runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

test.each(OUTPUT_FORMATS)('the benchmarks expect the report that the tool writes: %s', async (format) => {
  const bodies = createBodies();
  const shape = 'plain';
  const service = await startService(({ query }, response) => {
    const dates = daysOf(query.start_date!, query.end_date!);
    const parts = bodies.partsOf({ shape, records: 31, repeat: 1 }, dates);
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.concat(parts));
  });
  const line = `revenue --from 2024-01-01 --to 2024-03-02 --windows 31 --format ${format}`;
  const { stderr, stdout } = await runCli(line, { env: service.env });
  const windows = [daysOf('2024-01-01', '2024-01-31'), daysOf('2024-02-01', '2024-03-02')];
  const { sha256 } = expectedDigest(shape, 31, windows, format);
  expect([stderr, createHash('sha256').update(stdout).digest('hex')]).toEqual(['', sha256]);
});
