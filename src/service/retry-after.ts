/**
 * Milliseconds to wait, as a `Retry-After` header gives them, in seconds or as a date (RFC 9110, section 10.2.3);
 * undefined without the header, or if it says neither. A date in the past is 0.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
