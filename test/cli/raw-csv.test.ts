import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readIndex, sha256 } from '../harness/recordings.ts';
import { type CliResult, runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

type Framing = 'length' | 'chunks' | 'none';

/** Sends a body, framed by its length, by chunks or by the end of the connection. */
function send(response: ServerResponse, body: Buffer, framing: Framing, contentType = 'text/csv'): void {
  if (framing === 'none') {
    response.socket!.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\nconnection: close\r\n\r\n`),
        body,
      ]),
    );
    return;
  }
  response.writeHead(200, {
    'content-type': contentType,
    ...(framing === 'length' ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
  });
  if (framing === 'length') response.end(body);
  else {
    // A chunk for each byte of the beginning, so that every place of the check spans chunks.
    for (const byte of body.subarray(0, 200)) response.write(Buffer.of(byte));
    response.end(body.subarray(200));
  }
}

const RANGE = '--from 2026-01-01 --to 2026-01-31';

async function record(body: string | Buffer, more = '', framing: Framing = 'chunks'): Promise<CliResult> {
  const service = await startService((_request, response) => send(response, Buffer.from(body), framing));
  return runCli(`raw revenue ${RANGE} --wire csv --retry-for 0.1 -o out${more}`, { env: service.env });
}

const GOOD = 'day,name,n\r\n2026-01-01,"a, ""b""\r\nc",1.10\r\n2026-01-02,d,\r\n';

test.each([
  ['CR LF, quotes, line breaks in quotes, an empty field', GOOD],
  ['no end of the last line', 'a,b\n1,2'],
  ['a header alone', 'a,b\n'],
  ['a byte order mark', '\ufeffa,b\n1,2\n'],
  ['a quoted empty field in one column', 'a\n""\n""\n'],
  ['a quoted carriage return', 'a\n"x\ry"\n'],
  ['a name that begins with a bracket', '[date],n\n2026-01-01,1\n'],
  ['a name that begins with an angle', '<5 clicks,n\n1,2\n'],
  ['a quoted last field without an end of line', 'a,b\n1,"x""y"'],
])('good CSV is recorded without a warning: %s', async (_name, body) => {
  const result = await record(body, ' --strict');
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.home.read('out/revenue_2026-01-01_2026-01-31.csv')).toBe(body);
  const [window] = readIndex(result.home, 'out').windows;
  expect(window).toMatchObject({ sha256: sha256(body), bytes: Buffer.byteLength(body), warnings: [] });
});

const utf16 = (text: string, mark = true): Buffer => Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');

describe('a body that is not CSV is refused', () => {
  test.each<[string, string | Buffer, string]>([
    ['JSON', '{"data":[{"day":"2026-01-01"}]}', 'the body is JSON, not CSV'],
    ['JSON after white space', '\n [ {"a":1} ]', 'the body is JSON, not CSV'],
    ['a JSON array of numbers', '[1,2]', 'the body is JSON, not CSV'],
    [
      'HTML',
      '<!doctype html><title>Sign in</title>',
      'got an HTML or XML page (title "Sign in"): a login page or proxy?',
    ],
    ['XML', '<?xml version="1.0"?><Error/>', 'got an HTML or XML page: a login page or proxy?'],
    ['an open quote', 'a,b\n1,2\n3,"x\ny\n', 'line 3 opens a quoted field that never ends'],
    ['an open quote after an escaped one', 'a,b\n1,"x""', 'line 2 opens a quoted field that never ends'],
    ['a short last line', 'a,b,c\n1,2,3\n4,5', 'line 3, the last one, has 2 fields, and the first line has 3'],
    ['a short line before an empty one', 'a,b\n1\n\n', 'line 2, the last one, has 1 field, and the first line has 2'],
    ['a short last line after a quoted line break', 'a,b\n"x\ny",2\n3', 'line 4, the last one, has 1 field'],
    ['invalid UTF-8', Buffer.from('a,b\n1,2\n\xff,4\n', 'latin1'), 'the body is not valid UTF-8'],
    ['a character cut at the end', Buffer.from('a\n\xe6\x98', 'latin1'), 'the body is not valid UTF-8'],
    ['UTF-16', utf16('a,b\n1,2\n'), 'the body has a zero byte: it may be UTF-16'],
    ['UTF-16, the other way around', utf16('a,b\n1,2\n').swap16(), 'the body has a zero byte: it may be UTF-16'],
    ['UTF-16 without a mark', utf16('a,b\n1,2\n', false), 'the body has a zero byte: it may be UTF-16'],
    ['a zero byte', 'a,b\n1,\0\n', 'the body has a zero byte: it may be UTF-16'],
  ])('%s', async (_name, body, message) => {
    const result = await record(body);
    expect(result).toMatchObject({
      exitCode: 7,
      stdout: '',
      stderr: expect.stringContaining(`error: revenue 2026-01-01..2026-01-31: ${message}`),
    });
    const file = 'out.revenue_2026-01-01_2026-01-31.csv.rejected';
    expect(readdirSync(result.home.work)).toEqual([file]);
    expect(readFileSync(path.join(result.home.work, file))).toEqual(Buffer.from(body));
  });

  test.each([
    ['an open quote', 'a,b\n1,"2'],
    ['a short last line', 'a,b\n1'],
  ])('%s, requested again if its end may be lost', async (_name, body) => {
    const service = await startService((_request, response, attempt) =>
      send(response, Buffer.from(attempt < 2 ? body : GOOD), 'none'),
    );
    const result = await runCli(`raw revenue ${RANGE} --wire csv -o out`, { env: service.env });
    expect(result).toMatchObject({ exitCode: 0 });
    expect(service.requests).toHaveLength(2);
    expect(result.home.read('out/revenue_2026-01-01_2026-01-31.csv')).toBe(GOOD);
  });
});

const UNFRAMED = 'the response has neither a length nor chunks, so its end may be missing without a trace';

describe('CSV that readers understand in different ways causes a warning', () => {
  const labelOf = (text: string): string => {
    if (text === UNFRAMED) return '[partial:content-length]';
    return text === 'the body is empty' ? '[empty]' : '[encoding]';
  };

  test.each<[string, string, Framing, readonly string[]]>([
    [
      'ragged lines',
      'a,b\n1\n1,2,3\n4,5\n',
      'length',
      ['2 lines that readers of CSV treat in different ways, first line 2'],
    ],
    [
      'a lone carriage return',
      'a,b\n1,x\ry\n',
      'length',
      ['1 line that readers of CSV treat in different ways, first line 2'],
    ],
    ['an empty line', 'a,b\n\n1,2\n', 'length', ['1 line that readers of CSV treat in different ways, first line 2']],
    ['a stray quote', 'a,b\n1,x"y\n', 'length', ['1 line that readers of CSV treat in different ways, first line 2']],
    [
      'text after a quoted field',
      'a,b\n1,"x"y\n',
      'length',
      ['1 line that readers of CSV treat in different ways, first line 2'],
    ],
    ['nothing', '', 'length', ['the body is empty']],
    ['no length and no chunks', GOOD, 'none', [UNFRAMED]],
    [
      'several at once',
      'a,b\n1\n\n"x"y,\n',
      'none',
      ['3 lines that readers of CSV treat in different ways, first line 2', UNFRAMED],
    ],
  ])('%s', async (_name, body, framing, warnings) => {
    const result = await record(body, '', framing);
    const words = warnings.map((text) => `warning: revenue 2026-01-01..2026-01-31: ${text} ${labelOf(text)}\n`);
    expect(result).toMatchObject({ exitCode: 0, stderr: words.join('') });
    expect(result.home.read('out/revenue_2026-01-01_2026-01-31.csv')).toBe(body);
    expect(readIndex(result.home, 'out').windows[0]!.warnings).toMatchObject(warnings.map((text) => ({ text })));

    const strict = await record(body, ' --strict', framing);
    expect(strict).toMatchObject({
      exitCode: 9,
      stdout: '',
      stderr: expect.stringContaining(`${warnings[0]} ${labelOf(warnings[0]!)}\n`),
    });
    expect(readdirSync(strict.home.work)).toEqual([]);
  });
});

test('an empty body is requested again if its end is not known, and fails the run as in a report', async () => {
  const { waits, home, ...result } = await record('', '', 'none');
  expect(result).toFail(
    6,
    'error: revenue 2026-01-01..2026-01-31: the body is empty (after 2 attempts in 0.1 s)\nhint: check the base URL, or run `reporting doctor`\n',
  );
  expect(waits).toHaveLength(1);
  expect(readdirSync(home.work)).toEqual([]);
});

describe('the same bytes for two windows', () => {
  const line = 'raw revenue --from 2026-01-01 --to 2026-02-10 --wire csv -o out';
  const answering = (body: string) => startService((_request, response) => send(response, Buffer.from(body), 'length'));
  const TEXT =
    'the responses for revenue 2026-01-01..2026-01-31 and 2026-02-01..2026-02-10 hold the same records: a cache may ignore the query';

  test('are a warning', async () => {
    const service = await answering(GOOD);
    const result = await runCli(line, { env: service.env });
    expect(result).toMatchObject({ exitCode: 0, stderr: `warning: ${TEXT} [repeated-windows]\n` });
    expect(readIndex(result.home, 'out').warnings).toEqual([{ name: 'repeated-windows', text: TEXT }]);
    expect(await runCli(`${line} --strict`, { env: service.env })).toMatchObject({ exitCode: 9, stdout: '' });
  });

  test('cause no warning if they are only a header, and neither do different bytes', async () => {
    const header = await answering('a,b\r\n');
    expect(await runCli(line, { env: header.env })).toMatchObject({ exitCode: 0, stderr: '' });
    const other = await startService(({ query }, response) =>
      send(response, Buffer.from(`a\n${query.start_date}\n`), 'length'),
    );
    expect(await runCli(line, { env: other.env })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the first lines of several windows', () => {
  const HEADER = 'date,campaign,revenue\n';
  const LINE = 'raw revenue --from 2026-01-01 --to 2026-03-31 --windows month --wire csv -o out';
  const WHAT = 'revenue 2026-02-01..2026-02-28';

  /** Records three months, of which February has this body. */
  async function recordFebruary(body: string, headers: Readonly<Record<string, string>> = {}, line = LINE) {
    const service = await startService(({ query }, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', ...headers });
      const day = query.start_date!;
      response.end(day === '2026-02-01' ? body : `${HEADER}${day},a,1.00\n`);
    });
    return runCli(line, { env: service.env });
  }

  test.each(['Error: internal query failure', 'Error: internal query failure\r\n', 'internal_error'])(
    '%j is no window',
    async (body) => {
      const { exitCode, stderr, home } = await recordFebruary(body);
      expect({ exitCode, stderr, files: home.list() }).toEqual({
        exitCode: 7,
        stderr:
          `error: ${WHAT}: the body is one line of text: "${body.trim()}"\n` +
          'hint: the service answered 200 with it: try again later; the response is kept in out.revenue_2026-02-01_2026-02-28.csv.rejected, for a support ticket\n',
        files: ['out.revenue_2026-02-01_2026-02-28.csv.rejected'],
      });
    },
  );

  test.each([
    'No data available',
    'no records found for this period\n',
    'date,campaign,amount\n2026-02-01,a,1\n',
    'date;campaign;revenue\n2026-02-01;a;1\n',
    'revenue\n',
  ])('%j is saved with a warning', async (body) => {
    const { exitCode, stderr, home } = await recordFebruary(body);
    const [line] = body.split('\n');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `warning: the response for ${WHAT} begins with "${line}", but those of the other windows with "date,campaign,revenue" [partial:header]\n`,
    });
    expect(home.read('out/revenue_2026-02-01_2026-02-28.csv')).toBe(body);
    expect((await recordFebruary(body, {}, `${LINE} --strict`)).exitCode).toBe(9);
    expect((await recordFebruary(body, {}, `${LINE} --strict --allow partial:header`)).exitCode).toBe(0);
  });

  test.each(['', HEADER, HEADER.trim(), `\ufeff${HEADER}2026-02-01,a,1\n`])('%j is like the others', async (body) => {
    expect((await recordFebruary(body)).stderr).not.toContain('[partial');
  });

  test.each<[headers: Record<string, string>, name: string]>([
    [{ 'x-total-count': '2' }, 'partial:x-total-count'],
    [{ link: '<?page=2>; rel="next"' }, 'partial:link'],
    [{ age: '90000' }, 'stale'],
    [{ 'x-total-count': '1', age: '0' }, ''],
  ])('%j: %s', async (headers, name) => {
    const { stderr } = await recordFebruary(`${HEADER}2026-02-01,a,1`, headers);
    expect(stderr).toEqual(name === '' ? '' : expect.stringContaining(`[${name}]\n`));
  });
});
