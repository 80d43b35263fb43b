import type { Command } from 'commander';
import { ReportingError } from '../core/errors.ts';
import { setVariable } from '../core/shell.ts';
import { SANDBOX, type SandboxCommandOptions } from '../options/access-table.ts';
import { declareFlags } from '../options/declare-flags.ts';
import type { LoadServices, Services } from '../services.ts';

export function declareSandbox(command: Command, load: LoadServices): void {
  command.description(
    'Serves the whole interface of the reporting service on 127.0.0.1 with sandbox data, until Ctrl-C.',
  );
  declareFlags(command, SANDBOX);
  command
    .addHelpText('after', EXAMPLES)
    .action(async (options: SandboxCommandOptions) => serve(options, await load()));
}

const EXAMPLES = `
Prints environment variables to paste into another shell.

Faults:
  <status>[+seconds]   that status, with Retry-After
  reset, hang          close the connection; never answer
  cut, stall           end, or halt, in the middle of the body
  slow, garbage        send the body slowly; corrupt it
  empty, rate-limit    no records; 429 while another request is active
After the fault, each optional:
  :rate                the share of requests with the fault, such as :0.1
  @date                only windows with such a first day: @2026-02, @2026-02-01
  #n                   only the first n attempts per window

Examples:
  $ reporting sandbox
  $ reporting sandbox --port 8080 --latency 200 --fault 503:0.1
  $ reporting sandbox --fault cut@2026-02-01 --fault 429+2#1`;

async function serve(options: SandboxCommandOptions, services: Services): Promise<void> {
  const { messages, signal } = services;
  // Help does not load the code of reports, which has this file, too.
  const { sandboxOptions } = await import('../plan/sandbox-options.ts');
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
    const lines = variables.map(([name, value]) => `${setVariable(services.shell, name, value)}\n`);
    await services.print(lines.join(''));
    messages.note('serving sandbox data until Ctrl-C; paste the lines above into another shell');
    await waitForAbort(signal);
  } catch (error) {
    // Ctrl-C is the normal end of a server, however early it comes.
    if (error !== signal.reason) throw error;
  } finally {
    await sandbox.close();
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
