import type { Command } from 'commander';
import type { LoadServices } from '../services.ts';
import { addSyncOptions, type SyncOptions } from './options/sync-options.ts';

/** Declares the command that keeps a dataset. The code of a run is loaded when there is one. */
export function declareSync(command: Command, load: LoadServices): void {
  addSyncOptions(command).action(
    async (first: string | undefined, second: string | undefined, _options, command: Command) =>
      (await import('./parse-sync.ts')).runSyncCommand(
        first,
        second,
        command.optsWithGlobals<SyncOptions>(),
        await load(),
      ),
  );
}
