/** The proxy on the way to the service, by host and port; user and password never leave. */

import type { Connection } from '../../service/connection.ts';
import { notNeeded, type Outcome, ok } from './checkup.ts';

export function checkProxy(connection: Connection): Outcome<Connection> {
  const { proxy } = connection;
  if (proxy === undefined) return ok('none for the base URL', connection);
  return ok(`${proxy.variable} applies to the base URL: ${proxy.host}`, connection);
}

/** Why a step that goes straight to the service says nothing of reports; undefined if it does. */
export function behindProxy({ proxy }: Connection): Outcome<undefined> | undefined {
  if (proxy === undefined) return undefined;
  return notNeeded(`a proxy applies: ${proxy.host} (${proxy.variable})`, undefined);
}
