import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../harness/profiles.ts';
import { startProxy } from '../harness/proxy.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';
import { type CertificateName, certificateFile, startTlsService } from '../harness/tls-service.ts';

const ONE_DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const WHAT = 'revenue 2026-01-01';
const CA_FILE = certificateFile('ca');
const CA = { REPORTING_CA_FILE: CA_FILE };

const startGood = (certificate: CertificateName = 'good', hostname = '127.0.0.1') =>
  startTlsService((_request, response) => sendJson(response, '{"data":[{"a":1}]}'), { certificate, hostname });

describe('a certificate of a private CA', () => {
  test('is trusted by login, which stores the path of the file for all commands', async () => {
    const { baseUrl } = await startGood();
    const home = createHome();
    home.write('ca.pem', await read('ca'));
    const args = ['--base-url', baseUrl, '--client-id', CLIENT_ID, '--token-stdin', '--ca-file', 'ca.pem'];
    expect(await runCli(['login', ...args], { home, stdin: TOKEN })).toPrint(
      '',
      expect.stringMatching(/^note: stored .*\n$/),
    );
    const file = path.join(home.work, 'ca.pem');
    expect(readConfig(home).profiles.default).toMatchObject({ caFile: file });
    // In any directory.
    const elsewhere = path.join(home.root, 'elsewhere');
    mkdirSync(elsewhere);
    const other = { home: { ...home, work: elsewhere } };
    expect(await runCli(ONE_DAY, other)).toPrint('a\n1\n');
    expect(await runCli('whoami', other)).toPrint(expect.stringContaining(`CA file:   ${file}  (profile default)\n`));
    expect(JSON.parse((await runCli('profiles -f json', other)).stdout)).toMatchObject([{ ca_file: file }]);
    // The variable comes first.
    const env = { REPORTING_CA_FILE: 'gone.pem' };
    expect(await runCli(ONE_DAY, { ...other, env })).toFail(
      2,
      'error: cannot read the CA file gone.pem (REPORTING_CA_FILE): no such file or directory\n',
    );
  });

  test('needs its CA in the file, which may contain several certificates', async () => {
    const { env, home } = await startGood();
    const texts = await Promise.all(['self-signed', 'ca'].map((name) => read(name as CertificateName)));
    home.write('bundle.pem', `# two certificates\n${texts.join('\n')}`);
    expect(await runCli(ONE_DAY, { env: { ...env, REPORTING_CA_FILE: 'bundle.pem' }, home })).toPrint('a\n1\n');
    home.write('other.pem', texts[0]!);
    expect(await runCli(ONE_DAY, { env: { ...env, REPORTING_CA_FILE: 'other.pem' }, home })).toMatchObject({
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
    [undefined, 'cannot read the CA file ca.pem (REPORTING_CA_FILE): no such file or directory\n'],
    [
      '',
      `cannot use the CA file ca.pem (REPORTING_CA_FILE): it has no PEM certificate (-----BEGIN CERTIFICATE-----), or a broken one\n${hint}`,
    ],
    [
      '0\u0082\u0001',
      `cannot use the CA file ca.pem (REPORTING_CA_FILE): it has no PEM certificate (-----BEGIN CERTIFICATE-----), or a broken one\n${hint}`,
    ],
    [
      broken,
      `cannot use the CA file ca.pem (REPORTING_CA_FILE): it has no PEM certificate (-----BEGIN CERTIFICATE-----), or a broken one\n${hint}`,
    ],
  ])('%j', async (text, problem) => {
    const { home, ...service } = await startGood();
    if (text !== undefined) home.write('ca.pem', text);
    const env = { ...service.env, REPORTING_CA_FILE: 'ca.pem' };
    expect(await runCli(ONE_DAY, { env, home })).toFail(2, `error: ${problem}`);
    expect(service.requests).toEqual([]);
  });
});

const TRUST_IT =
  'if you trust it, or the CA that issued it, name its file: REPORTING_CA_FILE=/path/to/ca.pem, or `reporting login --ca-file /path/to/ca.pem`';
const CAUSES = '`reporting help E-tls` explains the causes';

describe('an error explains an invalid certificate, without a retry', () => {
  const cases: [CertificateName, string, string, string, Readonly<Record<string, string>>][] = [
    ['expired', '127.0.0.1', 'certificate has expired (CERT_HAS_EXPIRED)', CAUSES, CA],
    ['self-signed', '127.0.0.1', 'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)', TRUST_IT, CA],
    ['good', '127.0.0.1', 'unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)', TRUST_IT, {}],
    [
      'wrong-host',
      'localhost',
      "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:other.example (ERR_TLS_CERT_ALTNAME_INVALID)",
      CAUSES,
      CA,
    ],
  ];

  test.each(cases)('%s', async (certificate, hostname, problem, hint, ca) => {
    const service = await startGood(certificate, hostname);
    const { host } = new URL(service.baseUrl);
    const message = `no TLS connection: ${problem}\nhint: ${hint}\n`;
    expect(await runCli(ONE_DAY, { env: { ...service.env, ...ca } })).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: `error: ${WHAT}: ${host}: ${message}`,
      waits: [],
    });

    const proxy = await startProxy();
    const env = { ...service.env, ...ca, HTTPS_PROXY: proxy.url() };
    expect(await runCli(ONE_DAY, { env })).toMatchObject({
      exitCode: 6,
      stderr: `error: ${WHAT}: ${host}, through the proxy ${proxy.host}: ${message}`,
      waits: [],
    });
    expect(service.requests).toEqual([]);
  });
});

test('a port without TLS has its own error', async () => {
  const service = await startService((_request, response) => response.end());
  const baseUrl = service.baseUrl.replace('http:', 'https:');
  expect(await runCli(ONE_DAY, { env: { ...service.env, REPORTING_BASE_URL: baseUrl } })).toMatchObject({
    exitCode: 6,
    stderr: `error: ${WHAT}: ${new URL(baseUrl).host}: no TLS connection: wrong version number\n` + `hint: ${CAUSES}\n`,
    waits: [],
  });
});

test('windows have separate connections, but share a TLS session: only the first handshake is full', async () => {
  const resumed: boolean[] = [];
  const service = await startTlsService((_request, response) => {
    resumed.push((response.socket as TLSSocket).isSessionReused());
    sendJson(response, '{"data":[{"a":1}]}');
  });
  const range = '--from 2026-01-01 --to 2026-06-30 --concurrency 1';
  const result = await runCli(`revenue ${range} --columns a`, { env: { ...service.env, ...CA } });
  expect(result.exitCode).toBe(0);
  expect(resumed).toEqual([false, true, true, true, true, true]);
});
