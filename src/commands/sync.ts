import type { Command } from 'commander';
import type { Services } from '../services.ts';
import { declareSync, type SyncOptions } from './options/sync-options.ts';

/** Adds the subcommand that keeps a dataset. The code of a run is loaded when there is one. */
export function addSyncCommand(program: Command, services: Services): void {
  declareSync(program).action(
    async (first: string | undefined, second: string | undefined, _options, command: Command) =>
      (await import('./parse-sync.ts')).runSyncCommand(
        first,
        second,
        command.optsWithGlobals<SyncOptions>(),
        services,
      ),
  );
}
