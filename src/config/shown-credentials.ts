/** Credentials as they may be shown: with where each comes from, and of the token what tells it from another. */

import { withoutSecrets } from '../contract/base-url.ts';
import { toVisibleText } from '../core/visible-text.ts';
import type { ResolvedCredentials, Sourced } from '../profiles/resolve-credentials.ts';

export function shownCredentials({ baseUrl, clientId, token }: ResolvedCredentials): ResolvedCredentials {
  return {
    baseUrl: baseUrl && { ...baseUrl, value: withoutSecrets(baseUrl.value) },
    clientId,
    token: token && { ...token, value: maskToken(token.value) },
  };
}

/** `value  (source)`, or that it is missing. */
export function showSourced(found: Sourced | undefined, gap = '  '): string {
  if (found === undefined) return 'missing';
  return `${toVisibleText(found.value)}${gap}(${toVisibleText(found.source)})`;
}

/** A line for each row: its name, a colon, and its value. The values start in one column. */
export function alignRows(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max('client id'.length, ...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}\n`).join('');
}

/** The last four characters, where they are a small part of the whole. */
function maskToken(token: string): string {
  return token.length >= 16 ? `…${token.slice(-4)}` : '…';
}
