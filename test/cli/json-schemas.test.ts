import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, ERROR_KINDS } from '../../src/core/error-codes.ts';
import { WARNING_NAMES } from '../../src/core/warnings.ts';
import { readPage } from '../harness/pages.ts';
import { runCli } from '../harness/run-cli.ts';

function schemaOf(name: string) {
  const schema = JSON.parse(readPage(`docs/schemas/${name}.json`).text);
  return { schema, validate: new Ajv2020({ allErrors: true, validateFormats: false }).compile(schema) };
}

describe('docs/schemas/message.json', () => {
  const { schema, validate } = schemaOf('message');

  test('lists all codes, kinds and names', () => {
    const { code, kind } = schema.$defs.error.properties;
    expect(code.enum).toEqual(ERROR_CODES);
    expect(kind.enum).toEqual([...new Set(Object.values(ERROR_KINDS))].sort());
    expect(schema.$defs.warning.properties.name.enum).toEqual(WARNING_NAMES);
  });

  test.each<[line: string, code: string, sandbox?: string]>([
    ['revenue --from x', 'E-date'],
    ['revenue --from 2026-01-01', 'E-not-signed-in'],
    ['revenue --unknown', 'E-command-line'],
    ['revenue --sandbox --from 2026-01 --to 2026-03', 'E-window-refused', '--fault 400@2026-02-01'],
    ['revenue --sandbox --from 2026-01 --to 2026-03', 'E-token-refused', '--fault 401@2026-02-01'],
    ['revenue --sandbox --from 2026-01 --to 2026-03 --retry-for 0.1 --verbose', 'E-service-failed', '--fault 503'],
    ['revenue --sandbox --from 2026-01 --to 2026-03 -vv', 'E-bad-body', '--fault garbage@2026-02-01'],
    ['revenue --sandbox --from 2026-01 --to 2026-03 --strict', 'E-strict', '--fault empty@2026-02-01'],
    ['revenue --sandbox --period 2026-01 -o no/such/directory/out.csv', 'E-cannot-write'],
    ['revenue --sandbox --period 2026-01 -f csv --quiet', 'E-option-value', '--fault unexpected-member'],
    ['', 'E-command-line'],
  ])('fits each line of: reporting %s', async (line, code, sandbox = '') => {
    const env = { REPORTING_SANDBOX: sandbox };
    const { stderr } = await runCli(`${line} --error-format json`.trim(), { env });
    const messages = stderr
      .trim()
      .split('\n')
      .filter((each) => each !== '')
      .map((each) => JSON.parse(each));
    for (const message of messages)
      expect([message, validate(message), validate.errors]).toEqual([message, true, null]);
    const codes = messages.flatMap(({ error }) => (error === undefined ? [] : [error.code]));
    expect(codes).toEqual([code]);
  });

  test.each([
    {},
    { error: { message: 'x' } },
    { warning: { name: 'gap', message: 'x' } },
    { note: {} },
    { note: { message: 'x' }, warning: { message: 'y' } },
  ])('refuses %j', (message) => expect(validate(message)).toBe(false));
});
