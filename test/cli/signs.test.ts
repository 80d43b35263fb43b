import { describe, expect, test } from 'vitest';
import { type CliOptions, createHome, runCli } from '../harness/run-cli.ts';
import { sendStatus, startService } from '../harness/service.ts';

const THREE = 'revenue --from 2026-03-01 --to 2026-03-03 -f csv';
const RECORDS = [1, 2, 3].map((day) => `{"date":"2026-03-0${day}","campaign":"c${day}","clicks":1,"revenue":1.50}`);
const BODY = RECORDS.join(',');

interface Answer {
  readonly members?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly records?: string;
}

/** The names of the warnings of a report of three days, which has this answer. */
async function namesOf({ members = '', headers, records = BODY }: Answer, line = THREE, options: CliOptions = {}) {
  const service = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(`{"data":[${records}]${members === '' ? '' : `,${members}`}}`);
  });
  const { stderr, ...result } = await runCli(line, { ...options, env: { ...service.env, ...options.env } });
  return {
    ...result,
    stderr,
    service,
    names: [...stderr.matchAll(/\[([\w-]+(?::[^\]]+)?)\]$/gm)].map(([, name]) => name),
  };
}

describe('a member is a sign', () => {
  test.each<[members: string, name: string]>([
    ['"totalMatchedRows":"5000"', 'partial:totalMatchedRows'],
    ['"matchingRowCount":4', 'partial:matchingRowCount'],
    ['"totalResultSetSize":4', 'partial:totalResultSetSize'],
    ['"meta":{"num_found":4}', 'partial:meta.num_found'],
    ['"skipped":2', 'partial:skipped'],
    ['"failed_accounts":["123"]', 'partial:failed_accounts'],
    ['"meta":{"missing_days":["2026-03-02"]}', 'partial:meta.missing_days'],
    ['"data_available_until":"2026-03-01"', 'partial:data_available_until'],
    ['"dataCompleteThrough":"2026-03-02T23:59:59Z"', 'partial:dataCompleteThrough'],
    ['"as_of":"2026-03-02"', 'partial:as_of'],
    ['"last_complete_date":"2026-03-02"', 'partial:last_complete_date'],
    ['"partial_data":true,"results_truncated":true', 'partial:partial_data partial:results_truncated'],
    ['"nextMarker":"x","more_data":true,"timed_out":1', 'partial:nextMarker partial:more_data partial:timed_out'],
    ['"scroll_id":"DXF1","total":5', 'partial:scroll_id partial:total'],
    ['"cursor":"abc","count":3', 'partial:cursor'],
    ['"next":"?start_date=2026-03-01&page=2"', 'partial:next'],
    ['"recordsTotal":5000,"recordsFiltered":4', 'partial:recordsTotal partial:recordsFiltered'],
    ['"metadata":{"dataLossFromOtherRow":true}', 'preliminary:metadata.dataLossFromOtherRow'],
    ['"metadata":{"subjectToThresholding":true}', 'preliminary:metadata.subjectToThresholding'],
    ['"samplingMetadatas":[{"samplesReadCount":"5"}]', 'preliminary:samplingMetadatas'],
    ['"containsSampledData":true', 'preliminary:containsSampledData'],
    ['"sample_rate":0.1', 'preliminary:sample_rate'],
    ['"isDataGolden":false', 'preliminary:isDataGolden'],
    ['"is_final":false', 'preliminary:is_final'],
    ['"data_status":"preliminary"', 'preliminary:data_status'],
    ['"status":"ESTIMATED"', 'preliminary:status'],
    ['"meta":{"state":"not final"}', 'preliminary:meta.state'],
    ['"estimated":true', 'preliminary:estimated'],
    // Sums of columns.
    ['"totals":{"revenue":99}', 'partial:totals.revenue'],
    ['"totals":{"revenue":"4.00"}', 'partial:totals.revenue'],
    ['"summary":{"clicks":5,"revenue":4.50}', 'partial:summary.clicks'],
    ['"meta":{"totals":{"revenue":4.52}}', 'partial:meta.totals.revenue'],
    ['"total_revenue":6.00', 'partial:total_revenue'],
    ['"summary":{"totalRevenue":9,"from":"2026-03-01"}', 'partial:summary.totalRevenue'],
  ])('%s', async (members, names) => {
    const { service, ...found } = await namesOf({ members });
    expect(found).toMatchObject({ exitCode: 0, names: names.split(' ') });
    const allow = names.split(' ').join(',');
    expect(await runCli(`${THREE} --strict`, service)).toMatchObject({ exitCode: 9, stdout: '' });
    expect(await runCli(`${THREE} --strict --allow ${allow}`, service)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('a member is no sign', () => {
  test.each([
    '"totalMatchedRows":3,"matchingRowCount":"2","skipped":0,"failed_accounts":[]',
    '"data_available_until":"2026-03-03","as_of":"2026-03-04T02:00:00+01:00"',
    '"scroll_id":"DXF1","hits":{"total":3}',
    '"cursor":"abc","total":3,"cache":{"hits":12}',
    '"recordsTotal":5000,"recordsFiltered":3',
    '"next":"https://x.test/revenue?start_date=2026-04-01&end_date=2026-04-30"',
    '"_shards":{"total":5,"successful":5,"skipped":4,"failed":0}',
    '"metadata":{"dataLossFromOtherRow":false,"subjectToThresholding":false},"samplingMetadatas":[]',
    '"containsSampledData":false,"sample_rate":1.0,"isDataGolden":true,"is_final":true,"final":true',
    '"data_status":"final","estimated":false,"estimated_revenue":4.50,"preliminary":null',
    '"totals":{"revenue":4.5,"clicks":3,"ctr":9,"records":3,"currency":"EUR"}',
    '"totals":{"revenue":4.500000001}',
    '"totals":{"revenue":4.51}',
    '"totals":{"revenue":5}',
    '"totals":{"revenue":99,"period":"ytd"}',
    '"summary":{"revenue":99,"from":"2026-01-01","to":"2026-03-03"}',
    '"unfiltered":{"totals":{"revenue":99}},"previous_totals":{"revenue":99},"account":{"total_revenue":99}',
    '"totals":{"revenue":"n/a"},"summary":"3 campaigns","total_revenue":null',
  ])('%s', async (members) => {
    expect(await namesOf({ members }, `${THREE} --strict`)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('of a sum of other currencies, of unknown amounts, or of no amounts', async () => {
    const record = '{"date":"2026-03-01","currency":"USD","revenue":1.50}';
    const mixed = `{"date":"2026-03-02","currency":"EUR","revenue":2.50},${record}`;
    const missing = '{"date":"2026-03-02","revenue":"N/A"},{"date":"2026-03-03","revenue":1}';
    const distinct = '{"date":"2026-03-01","users":2,"revenue":99}';
    for (const records of [mixed, missing, distinct]) {
      const { stderr } = await namesOf({ records, members: '"totals":{"revenue":99,"users":1}' });
      expect(stderr).not.toContain('partial');
    }
    expect((await namesOf({ records: record, members: '"totals":{"revenue":99}' })).names).toContain(
      'partial:totals.revenue',
    );
    expect((await namesOf({ records: '', members: '"totals":{"revenue":99}' })).names).toEqual(['empty']);
  });

  test('of a sum of floats or of rounded amounts', async () => {
    const amounts = Array.from({ length: 124 }, (_, index) => (index * 7919.37) % 13.1);
    const total = amounts.reduce((sum, each) => sum + each, 0);
    const rounded = amounts.map((each) => `{"date":"2026-03-01","revenue":${each.toFixed(2)}}`).join();
    const floats = amounts.map((each) => `{"date":"2026-03-01","revenue":${each}}`).join();
    for (const records of [rounded, floats]) {
      const members = `"totals":{"revenue":${total}}`;
      expect((await namesOf({ records, members })).stderr).not.toContain('partial');
    }
  });
});

describe('a header', () => {
  test.each<[headers: Record<string, string>, name: string]>([
    [{ link: '</revenue?page=1>; rel="self", </revenue?page=2>; rel="next"' }, 'partial:link'],
    [{ Link: '<https://x.test/a,b?p=2>; title="x"; rel=next' }, 'partial:link'],
    [{ link: '</r?start_date=2026-03-01&end_date=2026-03-04&page=2>; rel="last next"' }, 'partial:link'],
    [{ 'x-total-count': '5000' }, 'partial:x-total-count'],
    [{ 'X-Total': '4' }, 'partial:x-total'],
    [{ 'x-next-page': '2' }, 'partial:x-next-page'],
    [{ 'x-has-more': 'true' }, 'partial:x-has-more'],
    [{ 'x-truncated': 'true' }, 'partial:x-truncated'],
    [{ 'content-range': 'items 0-2/5000' }, 'partial:content-range'],
    [{ 'content-range': 'items 0-4999/5000' }, 'partial:content-range'],
    [{ 'content-range': 'bytes 0-99/5000' }, 'partial:content-range'],
  ])('%j is a sign', async (headers, name) => {
    const { service, ...found } = await namesOf({ headers });
    expect(found).toMatchObject({ exitCode: 0, names: [name] });
    expect(found.stderr).toContain(` has the header "${name.slice('partial:'.length)}": "`);
    expect(await runCli(`${THREE} --strict --allow ${name}`, service)).toMatchObject({ exitCode: 0 });
  });

  test.each<Record<string, string>>([
    { link: '</style.css>; rel=preload; as=style, <https://x.test/>; rel="canonical", </>; rel=nextpage' },
    { link: '</revenue?start_date=2026-04-01&end_date=2026-04-30>; rel="next"' },
    { 'x-total-count': '3', 'x-total': '2', 'x-total-pages': '1', 'x-page': '1', 'x-per-page': '3' },
    { 'x-total': '1234.50', 'x-total-amount': '5000', 'x-count': '17', 'x-ratelimit-limit': '3' },
    { 'x-next-page': '', 'x-truncated': 'false', 'x-next-cursor': '0' },
    { 'content-range': 'items 0-2/*' },
    { 'content-range': 'items 0-2/3' },
    { 'content-range': 'bytes 0-4999/5000' },
    { 'x-cache': 'HIT', 'cf-cache-status': 'HIT', 'x-cache-hits': '3', via: '1.1 varnish', age: '0' },
    { 'x-status': '500', 'x-error': 'none', 'x-b3-sampled': '1', 'x-request-count': '900' },
  ])('%j is none', async (headers) => {
    expect(await namesOf({ headers }, `${THREE} --strict`)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('is kept by raw, its --resume, and a report of it, and by --resume', async () => {
    const home = createHome();
    let [isBroken, runs] = [true, 0];
    const service = await startService((request, response) => {
      const isLater = request.query.start_date === '2026-03-02';
      if (isLater && isBroken) return sendStatus(response, 500);
      response.writeHead(200, { 'x-total-count': '5000', link: '<?t=2>; rel=next', date: 'x' });
      response.end(`{"data":[{"date":"${request.query.start_date}","revenue":1}]}`);
    });
    const options = { home, env: service.env };
    const line = '--from 2026-03-01 --to 2026-03-02 --windows 1 --concurrency 1 --retry-for 0';
    const names = ['[partial:link]', '[partial:x-total-count]'];
    const namesIn = ({ stderr }: { stderr: string }) => (stderr.match(/\[partial.*?\]/g) ?? []).sort();
    for (const command of ['revenue', 'raw revenue -o out']) {
      isBroken = true;
      await runCli(`${command} ${line} --resume`, options);
      isBroken = false;
      expect(namesIn(await runCli(`${command} ${line} --resume`, options))).toEqual(names);
      expect(service.requests.length).toBe(3 * ++runs);
    }
    expect(namesIn(await runCli('revenue --input out -f csv', { home }))).toEqual(names);
  });
});

describe('[stale]', () => {
  const at = (time: string): string => new Date(`2026-${time}:00Z`).toUTCString();
  const NOW = at('06-15T12:00');
  const YESTERDAY = 'revenue --period yesterday --timezone Europe/Berlin -f csv';
  const record = (day: string) => `{"date":"${day}","revenue":1.50}`;
  const run = (headers: Record<string, string>, line = YESTERDAY, day = '2026-06-14') =>
    namesOf({ headers, records: record(day) }, line);

  test.each<[headers: Record<string, string>, isStale: boolean]>([
    // Stored before the end of 2026-06-14 in Berlin, 22:00 UTC.
    [{ date: NOW, age: '50401' }, true],
    [{ date: NOW, age: '50399' }, false],
    [{ age: '86400' }, true],
    [{ age: '60', date: NOW, 'x-cache': 'HIT' }, false],
    [{ age: '0', date: at('06-14T10:00'), 'x-cache': 'HIT' }, false],
    [{ age: 'x' }, false],
    // A cache that keeps the date of the service's answer.
    [{ date: at('06-15T01:00'), age: '39600' }, false],
  ])('%j: %s', async (headers, isStale) => {
    expect((await run(headers)).names).toEqual(isStale ? ['stale'] : []);
  });

  test('is not for a range that ends today, and has its options', async () => {
    const today = 'revenue --from 2026-06-15 --to 2026-06-15 --timezone Europe/Berlin -f csv';
    expect((await run({ age: '90000', date: NOW }, today, '2026-06-15')).names).toEqual(['unfinished']);
    const { service, stderr } = await run({ age: '86400', date: NOW });
    expect(stderr).toBe(
      'warning: the response for revenue 2026-06-14 came from a cache (age: 86400), and is older than a day [stale]\n',
    );
    expect(await runCli(`${YESTERDAY} --strict`, service)).toMatchObject({ exitCode: 9 });
    expect(await runCli(`${YESTERDAY} --strict --allow stale`, service)).toMatchObject({ exitCode: 0 });
  });
});
