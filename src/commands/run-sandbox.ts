/** Runs the `sandbox` command. */

import { once } from 'node:events';
import { ReportingError } from '../core/errors.ts';
import type { SandboxCommandOptions } from '../options/access-table.ts';
import { sandboxOptions } from '../plan/sandbox-options.ts';
import type { Uses } from '../services.ts';

/** Serves the sandbox and prints its credentials, until Ctrl-C. */
export async function serveSandbox(
  options: SandboxCommandOptions,
  services: Uses<'messages' | 'signal' | 'startSandbox' | 'env' | 'platform' | 'print'>,
): Promise<void> {
  const { messages, signal } = services;
  const sandbox = await services.startSandbox(sandboxOptions(options)).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ReportingError('E-sandbox-port', `the sandbox cannot listen on port ${options.port}: ${code}`, {
      hint: 'choose another --port, or leave it out',
    });
  });
  try {
    const { baseUrl, clientId, token } = sandbox.credentials;
    const variables = [
      ['REPORTING_BASE_URL', baseUrl],
      ['REPORTING_CLIENT_ID', clientId],
      ['REPORTING_API_TOKEN', token],
    ] as const;
    // Git Bash sets it.
    const { SHELL } = services.env;
    const isPowerShell = services.platform === 'win32' && !SHELL;
    const lines = variables.map(([name, value]) =>
      isPowerShell ? `$env:${name} = '${value}'\n` : `export ${name}=${value}\n`,
    );
    await services.print(lines.join(''));
    messages.note('serving sandbox data until Ctrl-C; paste the lines above into another shell');
    if (!signal.aborted) await once(signal, 'abort');
  } catch (error) {
    // Ctrl-C is the normal end of a server, however early it comes.
    if (error !== signal.reason) throw error;
  } finally {
    await sandbox.close();
  }
}
