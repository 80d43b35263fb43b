import { sendJson, startService, type TestService } from './service.ts';

const ANSWER_MS = 10;

/** A service that answers after 10 ms, and records the highest number of requests at once. */
export async function startSlowService(): Promise<{ service: TestService; mostAtOnce: () => number }> {
  let underWay = 0;
  let most = 0;
  const service = await startService((_request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      sendJson(response, '{"data":[{"n":1}]}');
    }, ANSWER_MS);
  });
  return { service, mostAtOnce: () => most };
}
