import { describe, expect, test } from 'vitest';
import { type CheckedResponse, findPartialSigns } from '../../../src/report/checks/partial-signs.ts';
import { surveyMembers } from '../json/read-members.ts';
import { FEBRUARY, JANUARY } from '../records/receive.ts';

/** A response with this number of records, and these members beside them as JSON text. */
function answer(members: string, recordCount = 124, window = JANUARY): CheckedResponse {
  const separator = members === '' ? '' : ',';
  const { partialMembers } = surveyMembers(`{"data":[]${separator}${members}}`);
  return { report: 'revenue', window, recordCount, partialMembers };
}

function textsOf(members: string, recordCount?: number): string[] {
  return findPartialSigns([answer(members, recordCount)]).map(({ text }) => String(text));
}

const IS_BLANK = ['null', 'false', '0', '0.0', '-0', '""', '[]', '{}'];

/** Names, values that are a sign with them, and values that are not. The response has 124 records. */
const TABLE: readonly (readonly [names: string, signs: string[], silent: string[]])[] = [
  [
    'next next_page nextPage NEXT-PAGE next.cursor nextCursor NextToken next_link nextUrl next_offset nextKey cursor continuation @odata.nextLink odata.nextLink next_page_token nextPageUrl continuationToken hydra:next _next',
    ['"/revenue?page=2"', '"abc"', '2', 'true', '{"href":"/p2"}', '["x"]', '1e3', '"false-2"'],
    [...IS_BLANK, '"0"', '" "', '"false"', '"None"', '{"href":null}', '{"page":0,"url":""}'],
  ],
  ['Data DATA _data', ['[{}]', '[1]'], [...IS_BLANK, '{"a":1}', '"x"']],
  [
    'has_more hasMore has-next more truncated partial incomplete hasNextPage is_truncated isPartial moreResults has_more_records',
    ['true', '1', '"true"', '"yes"', '{"a":1}'],
    [...IS_BLANK, '"0"', '"false"', '"no"', '{"a":null}'],
  ],
  [
    'pages page_count pageCount total_pages last_page page current_page currentPage page_number',
    ['2', '"2"', '2.0', '1.5', '1e3', '99999999999999999999999999'],
    ['1', '0', '"1"', '1.0', '-3', 'null', 'true', '"two"', '"/revenue?page=2"', '{"size":20}', '[2,3]'],
  ],
  [
    'total count rows records total_records totalRows total_items total_results total_count num_records num_rows num_items num_results numCount row_count recordCount @odata.count totalElements hydra:totalItems',
    ['9999', '123', '125', '0', '-1', '"9999"', '9999.0', '1e4', '124000000000000000000000000001'],
    ['124', '"124"', '124.0', '1.24e2', '124.5', '0.1', 'null', 'true', '""', '"all"', '[1,2]', '{"eur":3}'],
  ],
  [
    'limit per_page perPage page_size page-size max_results',
    ['124', '"124"', '124.00'],
    ['1000', '123', '0', 'null', '"124 a page"', '{"max":124}'],
  ],
  [
    'error errors exception exceptions warning warnings error_message errorCode error-detail errors.message exceptionMessage warning_code warningsDetail has_errors error_count failed',
    ['"backend timed out"', '500', '"17"', 'true', '["x"]', '[{}]', '{"code":17}'],
    [...IS_BLANK, '"0"', '"none"', '"OK"', '"no errors"', '{"code":0,"message":""}'],
  ],
  [
    'success ok complete Success isComplete',
    ['false', '"false"', '"False"'],
    ['true', '1', '"true"', '"yes"', 'null', '""', '{}', '[]'],
  ],
  ['success ok complete', ['0', '"0"', '0.0'], []],
  ['completed last is_last', [], ['0', '1', '17', 'true']],
  [
    'status state result code Status status_code httpStatus',
    [
      ...['error', 'failed', 'partial', 'pending', 'processing', 'timeout', 'degraded', 'stale'],
      ...['ERROR', ' Failed ', 'partial_success', 'PARTIAL-CONTENT', 'timedOut', 'in progress'],
    ]
      .map((text) => JSON.stringify(text))
      .concat(['300', '500', '"503"', '3e2']),
    [
      ...['ok', 'OK', 'success', 'complete', 'done', 'active', 'no error', 'error-free', 'not failed', ''],
      'partial refunds are part of the result',
    ]
      .map((text) => JSON.stringify(text))
      .concat(['200', '"200"', '0', '299.9', 'null', 'true', 'false', '{}', '["error"]']),
  ],
];

describe.each(TABLE)('%s', (names, signs, silent) => {
  const all = names.split(' ');
  const each = (values: string[]) => all.flatMap((name) => values.map((value) => [name, value] as const));

  test('signs', () => {
    const missed = each(signs).filter(([name, value]) => textsOf(`"${name}":${value}`).length !== 1);
    expect(missed).toEqual([]);
  });

  test('silent', () => {
    const raised = each(silent).filter(([name, value]) => textsOf(`"${name}":${value}`).length !== 0);
    expect(raised).toEqual([]);
  });
});

describe('members that are not signs', () => {
  test.each([
    '"total_revenue":123456,"total_clicks":9,"totalAmount":"12.50","revenue_total":3',
    '"message":"OK"',
    '"message":"17 campaigns had no revenue","description":"Revenue by date and campaign"',
    '"status":"ok","code":200,"success":true',
    '"meta":{"generated_at":"2026-02-01T00:00:00Z","version":2,"currency":"EUR","took_ms":512}',
    '"page":1,"pages":1,"total":124,"limit":1000,"has_more":false,"next":null',
    '"pagination":{"total":124,"count":124,"per_page":1000,"current_page":1,"total_pages":1,"links":{}}',
    '"pages":{"total":1,"current":1,"size":1000}',
    '"errors":{"count":0,"items":[]},"warnings":{"total":0}',
    '"page":{"size":1000,"totalElements":124,"totalPages":1,"number":0},"last":true,"first":true',
    '"next_update":"2026-02-02","next_refresh":300,"previous":"/revenue?page=0","prev_cursor":"x"',
    '"nextjs":1,"moreover":"x","counts":{"a":1},"rowsets":7,"limits":124,"error_rate":0.5,"codec":"x","states":["error"]',
    '"a":{"b":{"c":{"next":"four levels deep"}}}',
    '"list":[{"next":"in an array","total":3}]',
    '"start_date":"2026-01-01","end_date":"2026-01-31","client_id":"7d444840"',
    '',
  ])('%s', (members) => {
    expect(textsOf(members)).toEqual([]);
  });

  test('a limit and a total without records', () => {
    expect(textsOf('"limit":0,"total":0,"count":"0"', 0)).toEqual([]);
  });
});

describe('the message', () => {
  const WHAT = 'the response for revenue 2026-01-01..2026-01-31 has';

  test.each([
    ['"next":"/revenue?page=2"', '"next": "/revenue?page=2": it may be only a part of the data'],
    ['"meta":{"page":{"has_more":true}}', '"meta.page.has_more": true: it may be only a part of the data'],
    ['"pages":3', '"pages": 3: it may be only a part of the data'],
    ['"total":9999', '"total": 9999, but 124 records: it may be only a part of the data'],
    ['"total":12', '"total": 12, but 124 records: the two should be equal'],
    ['"limit":124', '"limit": 124, and just as many records: the rest may be cut off'],
    ['"error":"backend timed \\u006fut"', '"error": "backend timed out": the data may be incomplete'],
    ['"ok":false', '"ok": false: the data may be incomplete'],
    ['"status":"partial"', '"status": "partial": the data may be incomplete'],
    [`"next":"${'x'.repeat(70)}\\u001b"`, `"next": "${'x'.repeat(58)}…: it may be only a part of the data`],
    [`"paging ${'x'.repeat(150)}":{"next":2}`, `"paging ${'x'.repeat(91)}…: 2: it may be only a part of the data`],
    ['"next":"a\\u001b\\u202eb"', '"next": "a\\u001b\\u202eb": it may be only a part of the data'],
  ])('of %s', (members, text) => {
    expect(textsOf(members)).toEqual([`${WHAT} ${text}`]);
  });

  test('appears once per member, with the first window and the number of others', () => {
    const answers = [
      answer('"next":null'),
      answer('"next":"/a"', 1, FEBRUARY),
      answer('"next":"/b","links":{"next":"/b"}', 1, JANUARY),
      answer('"next":"/c"', 1, JANUARY),
    ];
    expect(findPartialSigns(answers).map(({ text }) => String(text))).toEqual([
      'the response for revenue 2026-02-01..2026-02-28 has "next": "/a": it may be only a part of the data (as in 2 other windows)',
      'the response for revenue 2026-01-01..2026-01-31 has "links.next": "/b": it may be only a part of the data',
    ]);
  });

  test('skips members below a sign', () => {
    expect(textsOf('"error":{"code":500,"message":"x"}')).toEqual([
      `${WHAT} "error": {"code":500,"message":"x"}: the data may be incomplete`,
    ]);
  });

  test('uses the first sign of a repeated name', () => {
    expect(textsOf('"next":null,"next":"/a","next":"/b"')).toEqual([
      `${WHAT} "next": "/a": it may be only a part of the data`,
    ]);
  });
});

describe('many members', () => {
  const flood = (count: number, member: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => member(index)).join();

  test.each([
    ['unknown members', (index: number) => `"m${index}":{"x":${index}}`],
    ['known members that are no signs', (index: number) => `"m${index}":{"next":null,"error":"","page":1}`],
    ['totals that fit', (index: number) => `"m${index}":{"total":124,"count":"124","rows":124.0}`],
    ['other signs', (index: number) => `"m${index}":{"error":"x","status":"error","total":${index}}`],
    ['messages', (index: number) => `"m${index}":{"message":"x","detail":"y"}`],
    ['limits that differ', (index: number) => `"m${index % 90}":{"limit":${1000 + (index % 90)}}`],
  ])('%s hide no sign', (_name, member) => {
    const members = `${flood(400, member)},"next":"/a","meta":{"limit":124,"next_page":2,"a":{"has_more":true}},"total":125`;
    const response = answer(members);
    expect(response.partialMembers.length).toBeLessThan(300);
    const found = new Set(findPartialSigns([response]).map(({ scope }) => scope[0]));
    for (const sign of ['next', 'meta.limit', 'meta.next_page', 'meta.a.has_more', 'total'])
      expect(found).toContain(sign);
  });

  test('at most 20 signs are reported', () => {
    const names = ['next', 'cursor', 'more', 'truncated', 'partial', 'errors', 'exceptions', 'warnings'];
    const values = names.map((name) => `"${name}":true`).join();
    expect(textsOf(`${values},"a":{${values}},"b":{${values},"c":{${values}}}`)).toHaveLength(20);
  });
});
