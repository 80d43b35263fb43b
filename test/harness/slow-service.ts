import { sendJson, startService, type TestService } from './service.ts';

const ANSWER_MS = 10;

/** A service that takes its time for each answer, and counts how many requests were under way at once at the most. */
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
