import type { Report } from '../contract/report.ts';

export const domains = {
  name: 'domains',
  path: '/revenue/domains',
  summary: 'pull revenue by domain and source',
} as const satisfies Report;
