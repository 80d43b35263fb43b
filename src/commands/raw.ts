import type { Command } from 'commander';
import { reportNamed } from '../api/reports.ts';
import type { LoadServices } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { addRawOptions, type RawOptions } from './options/raw-options.ts';

/** Declares the command that records the service's answers. The code of a run is loaded when there is one. */
export function declareRaw(command: Command, load: LoadServices): void {
  addRawOptions(command);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: RawOptions) =>
    (await import('./parse-raw.ts')).runRawCommand(reportNamed(report), { options, typed }, await load()),
  );
}
