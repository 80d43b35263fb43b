import { describe, expect, test } from 'vitest';
import { findFault, parseFault } from '../../../src/sandbox/sandbox-settings.ts';
import { serveSandbox } from '../../harness/recordings.ts';

const JANUARY = 'start_date=2026-01-01&end_date=2026-01-31';

describe('the sandbox keeps the interface', () => {
  test.each([
    [`/revenue?${JANUARY}`, {}, 200],
    [`/revenue/domains?${JANUARY}&format=json`, {}, 200],
    ['/revenue?start_date=2026-01-01&end_date=2026-02-01', {}, 400],
    ['/revenue?start_date=2026-01-02&end_date=2026-01-01', {}, 400],
    ['/revenue?start_date=2026-02-30&end_date=2026-03-01', {}, 400],
    ['/revenue?start_date=2026-01-01', {}, 400],
    [`/revenue?${JANUARY}&format=xml`, {}, 400],
    [`/revenue?${JANUARY}`, { 'reporting-api-token': 'wrong' }, 401],
    [`/revenue?${JANUARY}`, { 'client-id': '11111111-2222-3333-4444-555555555555' }, 403],
    ['/nothing', {}, 404],
  ])('%s %j', async (path, headers, status) => {
    const { ask } = await serveSandbox();
    expect((await ask(path, headers)).status).toBe(status);
  });

  test('JSON and CSV have the same records', async () => {
    const { ask } = await serveSandbox();
    for (const path of ['/revenue', '/revenue/domains']) {
      const json = (await (await ask(`${path}?${JANUARY}`)).json()) as { data: Record<string, unknown>[] };
      const csv = await ask(`${path}?${JANUARY}&format=csv`);
      expect(csv.headers.get('content-type')).toBe('text/csv');
      const [header, ...rows] = (await csv.text()).trimEnd().split('\n');
      expect(header).toBe(Object.keys(json.data[0]!).join(','));
      expect(rows).toHaveLength(json.data.length);
      expect(rows[0]!.split(',')[0]).toBe(String(Object.values(json.data[0]!)[0]));
    }
  });
});

describe('faults', () => {
  test('are limited by window, attempt and rate', () => {
    const applies = (text: string, startDate: string, attempt: number) =>
      findFault([parseFault(text)!], { seed: 1, startDate, attempt }) !== undefined;
    expect(applies('503@2026-02', '2026-02-01', 9)).toBe(true);
    expect(applies('503@2026-02', '2026-03-01', 1)).toBe(false);
    expect(applies('503#2', '2026-01-01', 2)).toBe(true);
    expect(applies('503#2', '2026-01-01', 3)).toBe(false);
    const faulty = Array.from({ length: 2000 }, (_, index) => applies('503:0.3', '2026-01-01', index + 1));
    expect(faulty.filter(Boolean).length).toBeGreaterThan(500);
    expect(faulty.filter(Boolean).length).toBeLessThan(700);
  });

  test('Retry-After, no records, a redirect', async () => {
    const busy = await serveSandbox({ faults: [parseFault('503+7')!] });
    expect((await busy.ask(`/revenue?${JANUARY}`)).headers.get('retry-after')).toBe('7');
    const empty = await serveSandbox({ faults: [parseFault('empty')!] });
    expect(await (await empty.ask(`/revenue?${JANUARY}`)).json()).toEqual({ data: [] });
    const moved = await serveSandbox({ faults: [parseFault('302#1')!] });
    const places = [await moved.ask(`/revenue?${JANUARY}`), await moved.ask(`/revenue?${JANUARY}`)];
    expect(places.map(({ headers }) => headers.get('location'))).toEqual(['/elsewhere', null]);
  });
});
