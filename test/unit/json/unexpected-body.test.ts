import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { objectChunks } from '../../../src/json/unexpected-body.ts';

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The body as it passes, or the message of the error, the same for several chunk sizes. */
async function read(body: string | Buffer, contentType?: string): Promise<string> {
  const results = new Set<string>();
  for (const size of [1, 3, 5, 64, 100_000]) {
    const passed: Buffer[] = [];
    try {
      const chunks = cut(Buffer.from(body), size);
      for await (const chunk of objectChunks({ chunks, endIsKnown: true, contentType })) passed.push(chunk);
      results.add(Buffer.concat(passed).toString());
    } catch (error) {
      expect(error).toBeInstanceOf(ReportingError);
      expect((error as ReportingError).kind).toBe('malformed');
      results.add((error as ReportingError).message);
    }
  }
  expect(results.size).toBe(1);
  return [...results].join();
}

const titleOf = (body: string): string => JSON.stringify(body.slice(0, 60));

describe('a body', () => {
  const objects = ['{"data":[]}', ' \n\t{', '\ufeff{}', '\ufeff\ufeff{}', `{${' '.repeat(9000)}<html>`];
  test.each(objects.map((body) => [titleOf(body), body]))(
    'that begins as an object passes: %s',
    async (_title, body) => {
      expect(await read(body, 'text/html')).toBe(body);
    },
  );

  const page = 'got an HTML page: a login page or proxy?';
  const titled = 'got an HTML page (title "A & B"): a login page or proxy?';
  const others = [
    ['<!doctype html>', page],
    ['\n<!DOCTYPE  HTML PUBLIC "-//W3C//DTD">', page],
    ['<head><title>A & B</title></head>', titled],
    [`<html><script>${'x'.repeat(7000)}</script><title id="t">\n A & B </title>`, titled],
    [`<html><script>${'x'.repeat(9000)}</script><title>A & B</title>`, page],
    ['<html><body><svg><title>A</title></svg>', page],
    ['<!-- x --><html>', page],
    ['<?xml version="1.0"?>\n<!DOCTYPE html><html/>', page],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'got an XML document'],
    ['<soap:Envelope>', 'got an XML document'],
    ['[{"a":1}]', 'the body is a JSON array, not a JSON object'],
    ['17', 'the body is not a JSON object: it begins with "17"'],
    ['< 1', 'the body is not a JSON object: it begins with "< 1"'],
    ['date,revenue\n2026-01-01,1', 'the body is not a JSON object: it begins with "date,revenue 2026-01-01,1"'],
    ['x'.repeat(5000), `the body is not a JSON object: it begins with "${'x'.repeat(79)}…"`],
    ['', 'the body is empty'],
    ['\ufeff \n', 'the body is empty'],
  ] as const;
  test.each(others.map(([body, message]) => [titleOf(body), body, message]))('%s', async (_title, body, message) => {
    expect(await read(body)).toBe(message);
  });

  test('of bytes that are not text is not quoted', async () => {
    expect(await read(Buffer.from([0x1f, 0x8b, 8, 0, 0xff]))).toBe('the body is not a JSON object');
  });

  test.each([
    ['<Error/>', page],
    ['Sign in <b>first</b>', page],
    ['Sign in first', 'the body is not a JSON object: it begins with "Sign in first"'],
    ['["<b>"]', 'the body is a JSON array, not a JSON object'],
  ])('of type text/html: %j', async (body, message) => {
    expect(await read(body, 'text/html; charset=utf-8')).toBe(message);
  });
});
