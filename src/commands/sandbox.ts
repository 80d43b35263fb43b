import { table, text } from '../help/blocks.ts';
import { SANDBOX, type SandboxCommandOptions } from '../options/access-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareSandbox(command: ReportingCommand, load: LoadServices): void {
  command
    .description('Serves the whole interface of the reporting service on 127.0.0.1 with sandbox data, until Ctrl-C.')
    .flags(SANDBOX)
    .examples(
      [
        'sandbox',
        'sandbox --port 8080 --latency 200 --fault 503:0.1',
        'sandbox --fault cut@2026-02-01 --fault 429+2#1',
      ],
      ...NOTES,
    )
    .action(async (options: SandboxCommandOptions) =>
      (await import('./run-sandbox.ts')).serveSandbox(options, await load()),
    );
}

const NOTES = [
  text('Prints environment variables to paste into another shell.'),
  table('Faults:', [
    ['<status>[+seconds]', 'that status, with Retry-After'],
    ['reset, hang', 'close the connection; never answer'],
    ['cut, stall', 'end, or halt, in the middle of the body'],
    ['slow, garbage', 'send the body slowly; corrupt it'],
    ['empty, rate-limit', 'no records; 429 while another request is active'],
    [
      ':rate, @date, #n',
      'after a fault: its share of requests; only windows that begin then; only the first n attempts',
    ],
  ]),
];
