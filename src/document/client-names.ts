/** The clients of a report in words. Messages need them, too, without the code of captions. */

import { toVisibleText } from '../core/text.ts';
import type { ClientName } from '../formats/format.ts';

/** More clients are counted only. */
const MAX_CLIENTS = 8;

/** `profile acme`, `profiles acme, brava`, `client 0b9c1d52-…`, or `the sandbox`. */
export function wordClients(clients: readonly ClientName[]): string {
  if (clients.length === 0) return 'the sandbox';
  const noun = clients.every(({ kind }) => kind === 'profile') ? 'profile' : 'client';
  return `${noun}${clients.length > 1 ? 's' : ''} ${namesOf(clients)}`;
}

/** The names of the first clients, and the number of the others. */
export function namesOf(clients: readonly ClientName[]): string {
  const names = clients.slice(0, MAX_CLIENTS).map(({ name }) => toVisibleText(name));
  const others = clients.length - names.length;
  return names.join(', ') + (others === 0 ? '' : ` and ${others} more`);
}
