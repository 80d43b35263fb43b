import { sendJson, startService, type TestService } from './service.ts';

/** Gives a request too many the time to arrive. A run that sends none does not depend on it. */
const PAUSE_MS = 10;

/**
 * A service that answers as soon as `atOnce` requests wait, the newest first, with a record of the first day. It counts the
 * most requests that waited. The number of requests must be a multiple of `atOnce`.
 */
export async function startBatchService(atOnce: number): Promise<{ service: TestService; mostAtOnce: () => number }> {
  const waiting: (() => void)[] = [];
  let most = 0;
  const service = await startService(({ query }, response) => {
    waiting.push(() => sendJson(response, `{"data":[{"date":"${query.start_date}"}]}`));
    most = Math.max(most, waiting.length);
    if (waiting.length !== atOnce) return;
    setTimeout(() => {
      for (const answer of waiting.splice(0).reverse()) answer();
    }, PAUSE_MS);
  });
  return { service, mostAtOnce: () => most };
}
