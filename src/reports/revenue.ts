import type { Report } from '../contract/report.ts';

export const revenue = {
  name: 'revenue',
  path: '/revenue',
  summary: 'pull revenue by date and campaign',
} as const satisfies Report;
