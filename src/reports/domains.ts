import type { Report } from '../contract/report.ts';

export const domains = {
  name: 'domains',
  path: '/revenue/domains',
  summary: 'pull revenue by domain and source',
  remark:
    'The interface promises no date in a record: over several windows, add --window-columns or --by-day.',
} as const satisfies Report;
