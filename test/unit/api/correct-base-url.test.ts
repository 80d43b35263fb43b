import { expect, test } from 'vitest';
import { correctBaseUrl } from '../../../src/api/credentials.ts';

const BASE = 'https://reports.example.com/v2/reporting';

test.each([
  [BASE, BASE],
  ['reports.example.com/v2/reporting', BASE],
  ['reports.example.com', 'https://reports.example.com'],
  ['localhost:8080/v2/reporting', 'https://localhost:8080/v2/reporting'],
  ['127.0.0.1:80', 'https://127.0.0.1:80'],
  [`${BASE}/revenue`, BASE],
  [`${BASE}/revenue/`, BASE],
  [`${BASE}/revenue/domains`, BASE],
  ['reports.example.com/v2/reporting/revenue/domains?start_date=2026-01-01&format=csv', BASE],
  // The rest is not the path of the service: the address may be right.
  ['https://example.com/revenue', 'https://example.com/revenue'],
  [`${BASE}?key=1`, `${BASE}?key=1`],
  // Not a host: perhaps the token, which no name server must see.
  ['0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d', '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d'],
  ['eyJhbGciOi.eyJzdWIiOi.SflKxwRJSMeKKF2QT4fwpM', 'eyJhbGciOi.eyJzdWIiOi.SflKxwRJSMeKKF2QT4fwpM'],
  ['secret', 'secret'],
  ['http://reports.example.com', 'http://reports.example.com'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(correctBaseUrl(text)).toBe(expected);
});
