import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import type { Cell } from '../../../src/records/cells.ts';
import {
  type ColumnKind,
  type ColumnSchema,
  createSchemaSurvey,
  hasUnsummableName,
  isQuantity,
  isSummable,
  mainMeasure,
} from '../../../src/records/schema.ts';

/** The schema of a column with this dotted name and these cells. */
function schemaOf(name: string, cells: readonly Cell[]): ColumnSchema {
  const survey = createSchemaSurvey([createColumn(name.split('.'))]);
  for (const cell of cells) survey.add([cell]);
  return survey.schemas()[0]!;
}

/** The names in a list such as `id, campaign.id`. */
const names = (list: string): readonly string[] => list.split(/,\s+/);

const kindOf = (name: string, ...cells: readonly Cell[]): ColumnKind => schemaOf(name, cells).kind;

/** Cells of whole numbers, and of numbers with decimals. */
const WHOLE = ['4711001', '0', '93'];
const FRACTIONS = ['0.25', '12', '1.5'];

/** Column names of ad and revenue APIs, by kind, in the spelling of the API. */
describe('names', () => {
  test.each([
    ...names(`id, ids, ID, campaign_id, campaignid, campaignId, campaignID, campaign.id, Campaign ID,
        CAMPAIGN-ID, clientID, x2id, subid, order_number, orderNumber, ordernumber, order_num, orderno,
        account_no, accountno, invoice_nr, phone, phone_number, zip, site.zip, zip_code, zipcode,
        postal_code, postalcode, sku, asin, gclid, fbclid, ean, country_code, http_status, page_key`),
    // Google Ads, Meta, Prebid, Shopify
    ...names(`ad_group_criterion.criterion_id, customer.id, adset_id, AD_UNIT_CODE, adUnitCode, auctionId,
        transaction_ids, confirmation_number, mobileCountryCode, каналID`),
  ])('of ids: %s', (name) => {
    expect(kindOf(name, ...WHOLE)).toBe('id');
    expect(kindOf(name, '4711001.0', 'null', '12.00')).toBe('id');
    expect(kindOf(name, '"CjwKC-4"', '"12"')).toBe('id');
    expect(hasUnsummableName(createColumn(name.split('.')))).toBe(true);
  });

  test.each([
    ...names(`year, Fiscal Year, fiscalYear, month, week, day, date, event-date, hour, time, Timestamp, version,
        app_version, rank, position, adPosition, quarter, age`),
  ])('of years, versions, positions: ordinals: %s', (name) => {
    expect(kindOf(name, ...WHOLE)).toBe('ordinal');
    // A mean position is a measure that cannot be summed.
    expect(kindOf(name, ...FRACTIONS)).toBe('ratio');
  });

  test.each([
    ...names(`ctr, CTR, rpm, ecpm, eCPM, e_cpm, cpc, avg_position, averagePosition, avgposition, bounce_rate,
        bouncerate, roas, conversion_rate, fill_rate, viewability, share, revenue_share, share %, clicks%,
        winRate, AVGCost, CTRPercent, avg, fillRatio, revenue_percent, price, unit_price, cost_per_click,
        avg_revenue, average_cost, sales_avg, revenue_per_user, earnings_rate`),
    // Google Ads, Amazon, AdSense, AdMob, Taboola, Meta, AppsFlyer, GA4
    ...names(`metrics.average_cpc, metrics.search_impression_share, acosClicks14d, roasClicks14d, costPerClick,
        PAGE_VIEWS_RPM, AD_REQUESTS_COVERAGE, ACTIVE_VIEW_VIEWABILITY, OBSERVED_ECPM, MATCH_RATE, vctr,
        vcpm, purchase_roas, frequency, average_ecpi, arpu, averageSessionDuration, engagementRate`),
  ])('of ratios, averages, percentages: %s', (name) => {
    expect(kindOf(name, ...FRACTIONS)).toBe('ratio');
    expect(kindOf(name, ...WHOLE)).toBe('ratio');
    expect(hasUnsummableName(createColumn(name.split('.')))).toBe(true);
  });

  test.each([
    ...names(`revenue, earnings, payout, income, commission, profit, sales, amount, spend, cost, Revenue,
        gross_revenue, estimated_earnings, ad_revenue, revenue_usd, revenueEUR, Revenue (USD)`),
    // Google Ads, AdSense, AdMob, Amazon, GA4, Stripe, Shopify, AppsFlyer, Outbrain
    ...names(`metrics.cost_micros, ESTIMATED_EARNINGS, metricValues.ESTIMATED_EARNINGS.microsValue,
        attributedSales14d, sales7d, totalRevenue, totalAdRevenue, purchaseRevenue, amount_total,
        amount.value, net_sales, total_sales, revenue_d7, revenue_day_7, total_cost, metrics.spend,
        publisher_payout, revenue_net`),
  ])('of money: %s', (name) => {
    expect(kindOf(name, ...FRACTIONS)).toBe('money');
    expect(kindOf(name, ...WHOLE)).toBe('money');
    expect(kindOf(name, '"12.50"')).toBe('money');
    // Millionths of a currency, and a sum that happens to spell a date.
    expect(kindOf(name, '12345678901234567')).toBe('money');
    expect(kindOf(name, '20260131')).toBe('money');
  });

  test.each([
    ...names(`clicks, impressions, sessions, conversions, units, orders, quantity, qty, click_count,
        metrics.clicks, AD_REQUESTS.count, sharedCount, daily_clicks, date_clicks, PAGE_VIEWS, eventCount,
        screenPageViews, activeUsers, purchases14d, installs, bids, reach, inline_link_clicks`),
  ])('of counts: %s', (name) => {
    expect(kindOf(name, ...WHOLE)).toBe('count');
    // Google Ads counts conversions in fractions.
    expect(kindOf(name, ...FRACTIONS)).toBe('count');
    expect(kindOf(name, '20260131')).toBe('count');
  });

  test.each([
    '',
    ...names(`n, paid, bid, android, idle, ideas, operations, generated, averted, perks, separate, numbers_sold,
        収益, монеты, fee, spent, campaigns_num, watch_minutes, total_price, turkey, revenue_before,
        revenue_change, userEngagementDuration, net`),
  ])('without a known word: %s', (name) => {
    expect(kindOf(name, ...WHOLE)).toBe('quantity');
    expect(kindOf(name, ...FRACTIONS)).toBe('quantity');
    expect(hasUnsummableName(createColumn([name]))).toBe(false);
  });
});

test.each<[readonly Cell[], ColumnKind]>([
  [[], 'empty'],
  [['null', undefined, '""'], 'empty'],
  [['1', 'null'], 'quantity'],
  [['-1.5', '1e7'], 'quantity'],
  [['"12.50"', '7'], 'quantity'],
  [['123456789012345'], 'quantity'],
  [['1', '1234567890123456'], 'id'],
  [['"1234567890123456"'], 'id'],
  [['1234567890123456.5'], 'quantity'],
  [['1234567890123456.00'], 'quantity'],
  [['"01067"', '"10115"'], 'id'],
  [['"007"'], 'id'],
  [['"01067"', '5'], 'mixed'],
  [['20260131', 'null'], 'date'],
  [['20260131', '20260132'], 'quantity'],
  [['"2026-01-31"', '"2026-02-28"'], 'date'],
  [['"2026-01-31T10:00:00Z"', '20260131'], 'date'],
  [['"2026-01-31"', '"2026-02-30"'], 'text'],
  [['"2026-01"'], 'text'],
  [['"a"', '"b"'], 'text'],
  [['"-"', '"\\n"'], 'text'],
  [['true', 'null', 'false'], 'boolean'],
  [['true', '"x"'], 'text'],
  [['[1]', '{}'], 'nested'],
  [['[]', '1'], 'mixed'],
  [['1', '"x"', '"y"', '"z"'], 'mixed'],
  [['"5"', '"6"', '"nine"'], 'mixed'],
  [['"5"', '"6"', '"N/A"', '"--"', '"null"'], 'quantity'],
  [['"N/A"', '"n/a"', 'null'], 'text'],
  [['"2026-01-31"', '"-"'], 'date'],
  [['"2026"', '"spring"', '"autumn"'], 'text'],
])('a column v of %j is of the kind %s', (cells, kind) => expect(kindOf('v', ...cells)).toBe(kind));

test('numbers sent as texts are summable, but are not quantities', () => {
  const sent = (cell: Cell) => {
    const schema = schemaOf('revenue', [cell]);
    return [isSummable(schema), isQuantity(schema), schema.isNumeric];
  };
  expect(sent('12.50')).toEqual([true, true, true]);
  expect(sent('"12.50"')).toEqual([true, false, false]);
  const ctr = schemaOf('ctr', FRACTIONS);
  expect([isSummable(ctr), isQuantity(ctr)]).toEqual([false, true]);
});

describe('the main measure', () => {
  const mainOf = (columns: Readonly<Record<string, string>>): string | undefined =>
    mainMeasure(Object.entries(columns).map(([name, cell]) => schemaOf(name, [cell])))?.column.name;

  test.each<[string | undefined, Readonly<Record<string, string>>]>([
    ['revenue', { date: '"2026-01-01"', campaign_id: '47', impressions: '10', clicks: '1', revenue: '1.50' }],
    ['revenue', { clicks: '1', fee: '0.5', revenue: '1' }],
    ['revenue', { spend: '1.5', revenue: '1.5' }],
    ['profit', { cost: '2', sales: '3', profit: '1' }],
    ['gross_revenue', { gross_revenue: '2.5', net_revenue: '3.5' }],
    ['estimated_earnings', { page_views: '3', page_views_rpm: '1.2', estimated_earnings: '0.01' }],
    ['revenue', { revenue: '1', revenue_before: '2.5', revenue_change: '-1.5', revenue_percent: '-60.00' }],
    // A quotient is not an amount of money.
    ['sales', { revenue_per_user: '0.5', avg_revenue: '2.5', sales: '1' }],
    // Often only money has decimals.
    ['fee', { clicks: '1', ctr: '0.05', fee: '0.50' }],
    ['v', { v: '5', v_before: '2.5', v_change: '2.5', v_percent: '100.00' }],
    ['clicks', { campaignid: '3', clicks: '1', ctr: '0.05', impressions: '20' }],
    ['revenue_avg', { revenue_avg: '1.5', count: '2' }],
    // A text that spells a number is one.
    ['revenue', { revenue: '"1.50"', clicks: '1' }],
    // Texts of digits without a name of money are often ids.
    ['v', { code: '"150"', v: '1' }],
    [undefined, { campaignid: '3', name: '"x"', year: '2026', day: '20260101' }],
    [undefined, {}],
  ])('%s', (expected, columns) => expect(mainOf(columns)).toBe(expected));
});

test('a very long name takes little time', () => {
  expect(kindOf(`${'1'.repeat(1_000_000)}x`, '1')).toBe('quantity');
  expect(kindOf(`${'a_'.repeat(500_000)}revenue`, '1')).toBe('money');
}, 1000);
