/**
 * The completion scripts, in the order of the help. They ask the program for everything that fits at the cursor
 * (`commands/complete.ts`), so they never change with commands and options.
 */

import zsh from '../../completions/_reporting?raw';
import bash from '../../completions/reporting.bash?raw';
import fish from '../../completions/reporting.fish?raw';
import powershell from '../../completions/reporting.ps1?raw';

export const SCRIPTS = { bash, zsh, fish, powershell } as const;

export type Shell = keyof typeof SCRIPTS;
