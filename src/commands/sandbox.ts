import type { Command } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { wholeNumber } from './option-values.ts';
import type { Ports } from './ports.ts';
import { addSandboxOptions, type SandboxCommandOptions, sandboxOptions } from './sandbox-options.ts';

export function addSandboxCommand(program: Command, ports: Ports): void {
  const command = program
    .command('sandbox')
    .summary('serve the whole interface on loopback with made-up data')
    .description(
      'Serves the whole interface of the reporting service on 127.0.0.1 with made-up data, until Ctrl-C.',
    )
    .option('--port <n>', 'port to listen on (default: any free one)', wholeNumber('--port', 0, 65_535));
  addSandboxOptions(command);
  command.addHelpText('after', EXAMPLES).action((options: SandboxCommandOptions) => serve(options, ports));
}

const EXAMPLES = `
Prints what to paste into another shell.

Faults:
  <status>[+seconds]   that status, with Retry-After
  reset, hang          closes the connection; never answers
  cut, stall           ends, or halts, in the middle of the body
  slow, garbage        sends the body in drops; spoils it
  empty, rate-limit    no records; 429 while another request is under way
Behind it, each if wanted:
  :rate                the share of requests that it strikes, such as :0.1
  @date                only windows whose first day begins so, such as @2026-02
  #n                   only the first n attempts for a window

Examples:
  $ reporting sandbox
  $ reporting sandbox --port 8080 --latency 200 --fault 503:0.1
  $ reporting sandbox --fault cut@2026-02-01 --fault 429+2#1`;

async function serve(options: SandboxCommandOptions, ports: Ports): Promise<void> {
  const { messages, signal } = ports;
  const sandbox = await ports.startSandbox(sandboxOptions(options)).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ReportingError('config', `the sandbox cannot listen on port ${options.port}: ${code}`, {
      hint: 'name another --port, or none',
    });
  });
  try {
    const { baseUrl, clientId, token } = sandbox.credentials;
    await ports.print(
      `export REPORTING_BASE_URL=${baseUrl}\nexport REPORTING_CLIENT_ID=${clientId}\nexport REPORTING_API_TOKEN=${token}\n`,
    );
    messages.note('serving made-up figures until Ctrl-C; paste the lines above into another shell');
    await untilStopped(signal);
  } catch (error) {
    // Ctrl-C is how a server is meant to end: no failure, however early it comes.
    if (error !== signal.reason) throw error;
  } finally {
    await sandbox.close();
  }
}

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
