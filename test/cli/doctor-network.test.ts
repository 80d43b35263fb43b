import { describe, expect, test } from 'vitest';
import { closedPort, doctor } from '../harness/doctor.ts';
import { CLIENT_ID, startService, TOKEN } from '../harness/service.ts';
import { startTlsService } from '../harness/tls-service.ts';

describe('the connection to the service', () => {
  const at = (origin: string) => ({
    REPORTING_BASE_URL: `${origin}/v2/reporting`,
    REPORTING_CLIENT_ID: CLIENT_ID,
    REPORTING_API_TOKEN: TOKEN,
  });

  test('an unknown host fails', async () => {
    const { exitCode, checks } = await doctor({ env: at('https://host.invalid') });
    expect(exitCode).toBe(6);
    expect(checks['test request']).toMatchObject({
      status: 'failure',
      message: expect.stringMatching(/^host\.invalid: getaddrinfo (ENOTFOUND|EAI_AGAIN) host\.invalid/),
    });
    for (const name of ['interface', 'columns', '31 days']) {
      expect(checks[name]).toMatchObject({ status: 'skipped', message: 'fix test request first' });
    }
    expect(checks.versions!.status).toBe('ok');
  });

  test('a closed port fails', async () => {
    const port = await closedPort();
    for (const scheme of ['https', 'http']) {
      const { exitCode, checks } = await doctor({ env: at(`${scheme}://127.0.0.1:${port}`) });
      expect(exitCode).toBe(6);
      expect(checks['test request']).toMatchObject({
        status: 'failure',
        message: expect.stringContaining(`127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`),
        hint: `check the base URL ${scheme}://127.0.0.1:${port}/v2/reporting (REPORTING_BASE_URL)`,
      });
    }
  });

  test('--timeout limits the wait for a service that never answers', async () => {
    const service = await startService(() => undefined);
    const { exitCode, checks } = await doctor({ env: service.env }, ['--timeout', '0.2']);
    expect(exitCode).toBe(6);
    expect(checks.clock).toMatchObject({ status: 'skipped', message: 'there is no response with a valid Date header' });
    expect(checks['test request']!.message.replace(/[\d.]+ s\)$/, '2 s)')).toBe(
      `${new URL(service.baseUrl).host}: no answer within 0.2 s (after 2 attempts in 2 s)`,
    );
    expect(service.requests).toHaveLength(2);
  });
});

test('an untrusted certificate fails, and the service gets no request', async () => {
  const { env, baseUrl, requests } = await startTlsService(() => undefined, { certificate: 'self-signed' });
  const { exitCode, checks } = await doctor({ env });
  expect(exitCode).toBe(6);
  expect(checks['test request']).toMatchObject({
    status: 'failure',
    message: `${new URL(baseUrl).host}: no TLS connection: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    hint: 'if you trust it, or the CA that issued it, name its file: REPORTING_CA_FILE=/path/to/ca.pem, or `reporting login --ca-file /path/to/ca.pem`',
  });
  expect(requests).toEqual([]);
});

describe('a proxy', () => {
  test.each([
    ['HTTPS_PROXY', 'http://ana:hunter2@127.0.0.1:9', '127.0.0.1:9'],
    ['https_proxy', '127.0.0.1:9', '127.0.0.1:9'],
  ])('%s=%s applies', async (variable, value, address) => {
    const service = await startTlsService(() => undefined);
    const { checks, stdout, stderr } = await doctor({ env: { ...service.env, [variable]: value } });
    expect(checks.proxy).toMatchObject({ status: 'ok', message: `${address} (${variable})` });
    expect(checks['test request']).toMatchObject({
      status: 'failure',
      message: `the proxy ${address}: connect ECONNREFUSED ${address} (after 2 attempts in 0.3 s)`,
    });
    expect(stdout + stderr).not.toMatch(/ana|hunter2/);
    expect(service.requests).toEqual([]);
  });

  test('an invalid address fails, and no message repeats it', async () => {
    const service = await startTlsService(() => undefined);
    const env = { ...service.env, HTTPS_PROXY: 'http://ana:hunter2@:3128:x' };
    const { exitCode, checks, stdout, stderr } = await doctor({ env });
    expect(exitCode).toBe(2);
    expect(checks.proxy).toMatchObject({ status: 'failure', message: 'HTTPS_PROXY is not the address of a proxy' });
    expect(checks['test request']!.status).toBe('skipped');
    expect(stdout + stderr).not.toMatch(/ana|hunter2/);
    expect(service.requests).toEqual([]);
  });
});
