import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { startProxy } from '../harness/proxy.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';
import { type CertificateName, certificateFile, startTlsService } from '../harness/tls-service.ts';

const ONE_DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const WHAT = 'revenue 2026-01-01..2026-01-01';
const CA_FILE = certificateFile('ca');

const startGood = (certificate: CertificateName = 'good', hostname = '127.0.0.1') =>
  startTlsService((_request, response) => sendJson(response, '{"data":[{"a":1}]}'), {
    certificate,
    hostname,
  });

describe('a certificate of a private CA', () => {
  test('is trusted with --ca-file or REPORTING_CA_FILE; the option wins', async () => {
    const { env } = await startGood();
    const good = { exitCode: 0, stdout: 'a\n1\n', stderr: '' };
    expect(await runCli([...ONE_DAY, '--ca-file', CA_FILE], { env })).toMatchObject(good);
    expect(await runCli(ONE_DAY, { env: { ...env, REPORTING_CA_FILE: CA_FILE } })).toMatchObject(good);
    const both = { ...env, REPORTING_CA_FILE: 'gone.pem' };
    expect(await runCli([...ONE_DAY, '--ca-file', CA_FILE], { env: both })).toMatchObject(good);
  });

  test('is trusted by login and whoami too', async () => {
    const { baseUrl } = await startGood();
    const args = ['--base-url', baseUrl, '--client-id', CLIENT_ID, '--token-stdin', '--ca-file', CA_FILE];
    const login = await runCli(['login', ...args], { stdin: TOKEN });
    expect(login).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^note: stored .*\n$/) });
    const whoami = await runCli(['whoami', '--check', '--ca-file', CA_FILE], { home: login.home });
    expect(whoami).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('service:   accepted') });
    expect(await runCli(['whoami', '--check'], { home: login.home })).toMatchObject({ exitCode: 6 });
  });

  test('needs its CA in the file, which may contain several certificates', async () => {
    const { env } = await startGood();
    const home = createHome();
    const texts = await Promise.all(['self-signed', 'ca'].map((name) => read(name as CertificateName)));
    home.write('bundle.pem', `# two certificates\n${texts.join('\n')}`);
    expect(await runCli([...ONE_DAY, '--ca-file', 'bundle.pem'], { env, home })).toMatchObject({
      exitCode: 0,
    });
    home.write('other.pem', texts[0]!);
    expect(await runCli([...ONE_DAY, '--ca-file', 'other.pem'], { env, home })).toMatchObject({
      exitCode: 6,
    });
  });
});

async function read(name: CertificateName | 'ca'): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(certificateFile(name), 'utf8');
}

describe('a file that cannot be used is a configuration error', () => {
  const broken = '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n';
  const hint = 'hint: convert DER to PEM with: openssl x509 -inform der -in ca.der -out ca.pem\n';
  test.each([
    [undefined, 'cannot read the CA file ca.pem (--ca-file): it does not exist\n'],
    [
      '',
      `cannot use the CA file ca.pem (--ca-file): it contains no PEM certificate (-----BEGIN CERTIFICATE-----)\n${hint}`,
    ],
    [
      '0\u0082\u0001',
      `cannot use the CA file ca.pem (--ca-file): it contains no PEM certificate (-----BEGIN CERTIFICATE-----)\n${hint}`,
    ],
    [broken, `cannot use the CA file ca.pem (--ca-file): its certificate 1 is broken\n${hint}`],
  ])('%j', async (text, problem) => {
    const service = await startGood();
    const home = createHome();
    if (text !== undefined) home.write('ca.pem', text);
    const result = await runCli([...ONE_DAY, '--ca-file', 'ca.pem'], { env: service.env, home });
    expect(result).toMatchObject({ exitCode: 2, stdout: '', stderr: `error: ${problem}` });
    expect(service.requests).toEqual([]);
  });

  test('from the environment too', async () => {
    const { env } = await startGood();
    const { stderr, exitCode } = await runCli(ONE_DAY, { env: { ...env, REPORTING_CA_FILE: 'ca.pem' } });
    expect(exitCode).toBe(2);
    expect(stderr).toBe('error: cannot read the CA file ca.pem (REPORTING_CA_FILE): it does not exist\n');
  });
});

const PRIVATE_CA = 'if a private CA issued it, trust that CA: --ca-file /path/to/ca.pem';
const CLOCK = "check this machine's clock with `date`; if it is right, the certificate must be renewed";

describe('an error explains an invalid certificate, without a retry', () => {
  const cases: [CertificateName, string, string, string, string[]][] = [
    ['expired', '127.0.0.1', 'its certificate has expired (CERT_HAS_EXPIRED)', CLOCK, ['--ca-file', CA_FILE]],
    [
      'self-signed',
      '127.0.0.1',
      'its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'if you trust it, name that certificate: --ca-file /path/to/certificate.pem',
      ['--ca-file', CA_FILE],
    ],
    [
      'good',
      '127.0.0.1',
      'its certificate has an unknown issuer (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
      PRIVATE_CA,
      [],
    ],
    [
      'wrong-host',
      'localhost',
      'its certificate is for another host: DNS:other.example (ERR_TLS_CERT_ALTNAME_INVALID)',
      "check the host name: --base-url must name the certificate's host",
      ['--ca-file', CA_FILE],
    ],
  ];

  test.each(cases)('%s', async (certificate, hostname, problem, hint, args) => {
    const service = await startGood(certificate, hostname);
    const { host } = new URL(service.baseUrl);
    const message = `no TLS connection: ${problem}\nhint: ${hint}\n`;
    expect(await runCli([...ONE_DAY, ...args], { env: service.env })).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: `error: ${WHAT}: ${host}: ${message}`,
      waits: [],
    });

    const proxy = await startProxy();
    const env = { ...service.env, HTTPS_PROXY: proxy.url() };
    expect(await runCli([...ONE_DAY, ...args], { env })).toMatchObject({
      exitCode: 6,
      stderr: `error: ${WHAT}: ${host}, through the proxy ${proxy.host}: ${message}`,
      waits: [],
    });
    expect(service.requests).toEqual([]);
  });

  test('--ca-file can name a self-signed certificate', async () => {
    const { env } = await startGood('self-signed');
    const args = ['--ca-file', certificateFile('self-signed')];
    expect(await runCli([...ONE_DAY, ...args], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

test('a port without TLS has its own error', async () => {
  const service = await startService((_request, response) => response.end());
  const baseUrl = service.baseUrl.replace('http:', 'https:');
  expect(await runCli([...ONE_DAY, '--base-url', baseUrl], { env: service.env })).toMatchObject({
    exitCode: 6,
    stderr:
      `error: ${WHAT}: ${new URL(baseUrl).host}: no TLS connection: the port does not speak TLS\n` +
      'hint: check the scheme and the port of the URL: https:// needs a port that speaks TLS\n',
    waits: [],
  });
});

test('windows have separate connections, but share a TLS session: only the first handshake is full', async () => {
  const resumed: boolean[] = [];
  const service = await startTlsService((_request, response) => {
    resumed.push((response.socket as TLSSocket).isSessionReused());
    sendJson(response, '{"data":[{"a":1}]}');
  });
  const range = ['--from', '2026-01-01', '--to', '2026-06-30', '--concurrency', '1'];
  const result = await runCli(['revenue', ...range, '--ca-file', CA_FILE, '--columns', 'a'], {
    env: service.env,
  });
  expect(result.exitCode).toBe(0);
  expect(resumed).toEqual([false, true, true, true, true, true]);
});
