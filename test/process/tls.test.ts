import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startProxy } from '../harness/proxy.ts';
import { runCli } from '../harness/run-cli.ts';
import { sendJson } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';
import { certificateFile, startTlsService } from '../harness/tls-service.ts';

const ONE_DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];

const start = (certificate: 'good' | 'self-signed') =>
  startTlsService((_request, response) => sendJson(response, '{"data":[{"a":1}]}'), { certificate });

describe('variables that Node reads', () => {
  test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn off certificate checks', async () => {
    const [service, proxy, secureProxy] = [
      await start('self-signed'),
      await startProxy(),
      await startProxy({ isSecure: true }),
    ];
    const env = { ...service.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    // Node reads this one for each connection.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const more of [{}, { HTTPS_PROXY: proxy.url() }]) {
      const { stderr, exitCode } = await runCli(ONE_DAY, { env: { ...env, ...more } });
      expect(stderr).toMatch(/^error: .*: self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
      expect(exitCode).toBe(6);
    }
    const { stderr } = await runCli(ONE_DAY, { env: { ...env, HTTPS_PROXY: secureProxy.url() } });
    expect(stderr).toMatch(
      /^error: .*: the proxy localhost:\d+: no TLS connection: unable to verify the first certificate/,
    );
    expect(service.requests).toEqual([]);
    expect(secureProxy.seen).toEqual([]);
  });

  test('NODE_EXTRA_CA_CERTS is trusted, also with REPORTING_CA_FILE', async () => {
    const { env } = await start('good');
    const extra = { ...env, NODE_EXTRA_CA_CERTS: certificateFile('ca') };
    for (const file of ['', certificateFile('self-signed')]) {
      expect(await spawnCli(ONE_DAY, { env: { ...extra, REPORTING_CA_FILE: file } })).toMatchObject({
        exitCode: 0,
        stderr: '',
      });
    }
  });
});

test('Node does not warn about a TLS proxy that is an IP address', async () => {
  const [service, proxy] = [await start('good'), await startProxy({ isSecure: true })];
  const env = {
    ...service.env,
    HTTPS_PROXY: proxy.url().replace('localhost', '127.0.0.1'),
    REPORTING_CA_FILE: certificateFile('ca'),
  };
  expect(await spawnCli(ONE_DAY, { env })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(proxy.seen).toHaveLength(1);
});
