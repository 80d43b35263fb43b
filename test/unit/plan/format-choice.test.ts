import { describe, expect, test } from 'vitest';
import type { StoredConfig } from '../../../src/config/load-config.ts';
import { FORMAT_NAMES } from '../../../src/formats/registry.ts';
import { namedFormat, storedFormat } from '../../../src/plan/format-choice.ts';

describe('the format of a request', () => {
  test.each([
    ['json', 'x.csv', 'json'],
    [undefined, 'x.csv', 'csv'],
    [undefined, 'x.JSONL', 'ndjson'],
    [undefined, 'x', undefined],
    [undefined, '{profile}.{from}', undefined],
    [undefined, '-', undefined],
    [undefined, 'dir.d/x', undefined],
    [undefined, 'x.', undefined],
  ] as const)('option %s, file %s: %s', (format, output, expected) => {
    expect(namedFormat(format, output)).toBe(expected);
  });

  test.each([
    ['x.ODS', '.ods', 'Excel and LibreOffice open XLSX: --output x.xlsx'],
    ['a b.pdf', '.pdf', "write a page, which a browser prints to PDF: --output 'a b.html'"],
    ['{from}.svg', '.svg', "write a page, which a browser prints to PDF: --output '{from}.html'"],
    ['x.duckdb', '.duckdb', 'query engines read Parquet, also a whole dataset of `reporting sync`: --output x.parquet'],
    ['x.txt', '.txt', `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any extension works`],
    ['x.csv.zip', '.zip', `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any extension works`],
    ['x.txt.gz', '.gz', 'csv, tsv, json and ndjson can be compressed: --output report.csv.gz'],
  ])('is an error for the extension of %s', (output, ending, hint) => {
    const refusal = expect.objectContaining({ message: `${output}: there is no output format for ${ending}`, hint });
    expect(() => namedFormat(undefined, output)).toThrow(refusal);
    expect(namedFormat('csv', output)).toBe('csv');
  });
});

describe('the format of a request without one', () => {
  function client(profileName: string, format?: string): StoredConfig['clients'][0] {
    const unused = { baseUrl: undefined, clientId: undefined, token: undefined };
    const credentials = { profileName, profile: format === undefined ? {} : { format }, ...unused };
    return { profile: profileName, isNamed: true, credentials };
  }
  const sandbox = { profile: undefined, isNamed: false, credentials: undefined };

  test.each([
    ['the environment', '-', [client('acme', 'json')], { format: 'json' }, true, 'tsv', { REPORTING_FORMAT: 'tsv' }],
    ['the profile', '-', [client('acme', 'tsv')], { format: 'json' }, true, 'tsv'],
    ['the default', '-', [client('acme')], { format: 'json' }, true, 'json'],
    ['the terminal', '-', [client('acme')], {}, true, 'table'],
    ['no terminal', '-', [client('acme')], {}, false, 'csv'],
    ['a file', 'x.txt', [client('acme')], {}, true, 'csv'],
    ['the sandbox', '-', [sandbox], { format: 'json' }, true, 'json'],
    ['profiles that agree', '-', [client('acme', 'tsv'), client('brava', 'tsv')], {}, true, 'tsv'],
  ] as const)(
    'is that of %s',
    (_name, output, clients, defaults, isTerminal, expected, env: Record<string, string> = {}) => {
      expect(storedFormat(output, { env, clients, defaults, isTerminal })).toBe(expected);
    },
  );

  test('is an error for an unknown name in a profile', () => {
    const stored = { env: {}, clients: [client('acme', 'cvs')], defaults: {}, isTerminal: true };
    expect(() => storedFormat('-', stored)).toThrow('the format of profile acme: unknown format "cvs"');
  });
});
