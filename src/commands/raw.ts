import type { Command } from 'commander';
import { reportNamed } from '../api/reports.ts';
import type { Services } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { declareRaw, type RawOptions } from './options/raw-options.ts';

/** Adds the subcommand that records the service's answers. The code of a run is loaded when there is one. */
export function addRawCommand(program: Command, services: Services): void {
  const command = declareRaw(program);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: RawOptions) =>
    (await import('./parse-raw.ts')).runRawCommand(reportNamed(report), { options, typed }, services),
  );
}
