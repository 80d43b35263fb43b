/** The commands as data: what help says about each, what it takes, and its code, which is loaded when it runs. */

import type { Command } from 'commander';
import { REPORT_NAMES, REPORTS, type Report, reportNamed } from '../api/wire.ts';
import type { Shell } from '../completion/scripts.ts';
import { SETTING_NAMES, type SettingName } from '../config/profile.ts';
import { anyText, offering, oneOf, texts } from '../config/value-types.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { FORMAT_NAMES } from '../formats/registry.ts';
import { type HelpBlock, TOPIC_NAMES, text } from '../help/blocks.ts';
import {
  CONFIG_LIST,
  type CommonOptions,
  DOCTOR,
  LOGIN,
  LOGOUT,
  PROFILES,
  SANDBOX,
  WHOAMI,
} from '../options/access-table.ts';
import { SYNC } from '../options/dataset-table.ts';
import { Operand } from '../options/declare-flags.ts';
import type { OptionsOf, Section, TypedOption } from '../options/flag.ts';
import { COLUMNS, RAW, REPORT } from '../options/report-table.ts';
import type { Services } from '../services.ts';

/** The command line of a command. */
interface Given<Sections extends readonly Section[], Operands extends readonly unknown[] = readonly []> {
  /** Those of every command, too. */
  readonly options: OptionsOf<Sections> & CommonOptions;
  readonly operands: Operands;
  /** The options in the order of the command line. */
  readonly typed: readonly TypedOption[];
  readonly command: Command;
}

export interface CommandEntry {
  /** One line for lists of commands. */
  readonly summary: string;
  /** One line for each paragraph of `--help`. */
  readonly description: string;
  /** The synopsis after the name, if it is not that of the declarations. */
  readonly usage?: string;
  readonly operands?: readonly Operand[];
  readonly sections?: readonly Section[];
  /** True for a short help for `-h`, with the options that have a short line and the first two examples. */
  readonly hasBrief?: true;
  readonly notes?: readonly HelpBlock[];
  /** Complete command lines, at most 71 characters a line. */
  readonly examples?: readonly string[];
  readonly commands?: Readonly<Record<string, CommandEntry>>;
  run(given: Given<never, never>, services: Services): Promise<unknown>;
}

/** The hidden command that the scripts of completion call. */
export const COMPLETE = '__complete';

const UNDATED =
  'Domain records may have no date: for several windows, add --group-by, --windows month --window-columns, or --windows 1 --window-columns.';

function reportEntry(report: Report): CommandEntry {
  const { name, isUndated, key } = report;
  const summary = `${report.summary.charAt(0).toUpperCase()}${report.summary.slice(1)}`;
  const formats = `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}`;
  return {
    summary: report.summary,
    description: `${summary}, for any range, as ${formats}.${isUndated === true ? ` ${UNDATED}` : ''}`,
    sections: REPORT,
    hasBrief: true,
    examples: [
      `reporting ${name} -p last-month -g ${key} --compare previous`,
      `reporting ${name} -p last-30-days ${isUndated ? `-g ${key} ` : ''}-f chart`,
      `reporting ${name} -p q1${isUndated ? ' --windows month' : ''} \\\n    --by month -g ${key} --pivot month`,
      `reporting ${name} --period last-month --all-profiles \\\n    -o '{profile}-{from}-{to}.csv'`,
    ],
    run: async ({ options, typed }: Given<typeof REPORT>, services) =>
      (await import('../report/start.ts')).startReport(report, { options, typed }, services),
  };
}

const SETTING = new Operand('<name>', 'name of the default', oneOf(SETTING_NAMES));

const datasetOperand = (name: string) => new Operand(name, 'directory of the dataset', offering('directory', anyText));

const SHELL_NAMES: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

const NAMED: Readonly<Record<string, CommandEntry>> = {
  ...Object.fromEntries(REPORTS.map((report) => [report.name, reportEntry(report)])),
  columns: {
    summary: 'list the columns of a report: kind, coverage, examples',
    description:
      'Pulls a report and lists its columns. kind says what a column holds. coverage is the share of records with a value: null ' +
      'and the empty text are none. examples are the first five different values. role marks the date column (date) and ' +
      'the main measure (measure).',
    operands: [new Operand('<report>', 'report to pull', oneOf(REPORT_NAMES))],
    sections: COLUMNS,
    examples: [
      'reporting columns revenue --period last-month',
      "reporting columns revenue --sandbox -p 2026-01 --where 'clicks>50'",
    ],
    run: async ({ operands: [report], options, typed }: Given<typeof REPORT, readonly [string]>, services) =>
      (await import('../report/start.ts')).startColumns(reportNamed(report), { options, typed }, services),
  },
  raw: {
    summary: "save the service's responses exactly as sent, as JSON or CSV",
    description:
      'Saves the body of each response, decompressed and otherwise untouched, to a file of a new directory, with an index of dates, ' +
      'sizes and SHA-256 hashes. The directory appears only when it is whole. Prints the SHA-256 of the index: keep it elsewhere ' +
      'to prove later that nothing was changed. `reporting revenue --input <directory>` makes a report from JSON responses.',
    operands: [new Operand('<report>', 'report to request', oneOf(REPORT_NAMES))],
    sections: RAW,
    examples: [
      'reporting raw revenue --period last-month -o archive/last-month',
      'reporting revenue --input archive/last-month --sum revenue',
      'reporting raw domains --period last-month --wire csv -o domains-csv',
    ],
    run: async ({ operands: [report], options }: Given<typeof RAW, readonly [string]>, services) =>
      (await import('./run-raw.ts')).runRawCommand(reportNamed(report), options, services),
  },
  sync: {
    summary: 'keep a directory of monthly files up to date',
    description:
      'Keeps a directory of Parquet or CSV files, one per month, report and client, that engines such as DuckDB can query. ' +
      'A run asks for the months that are missing or may still change, and prints each day with restated figures. After the ' +
      'first run, `reporting sync <directory>` is enough. A run that names reports, clients or months pulls only these, and adds ' +
      'them to the dataset.',
    usage: '[options] [reports] <directory>',
    operands: [
      new Operand(
        '[reports]',
        `reports to sync: ${REPORT_NAMES.join(', ')}, or several with commas; or status`,
        offering({ orDirectory: [...REPORT_NAMES, 'status'] }, anyText),
      ),
      datasetOperand('[directory]'),
    ],
    sections: SYNC,
    examples: [
      'reporting sync revenue,domains sales --from 2024-01 --all-profiles',
      'reporting sync sales',
      'reporting sync status sales',
      'reporting sync revenue try --sandbox --from 2026-01 --to 2026-03',
      'reporting sync sales --dry-run',
      `duckdb -c "select sum(revenue) from read_parquet( \\
    'sales/report=revenue/**/*.parquet', union_by_name = true)"`,
    ],
    async run({ operands, options }: Given<typeof SYNC, readonly [string | undefined, string | undefined]>, services) {
      const [first, second] = operands;
      const { parseSyncRequest, STATUS } = await import('./parse-sync.ts');
      if (first === STATUS && second !== undefined) {
        return (await import('../sync/status.ts')).showStatus(second, services);
      }
      const { runSync } = await import('../sync/run-sync.ts');
      return runSync(parseSyncRequest(first, second, options, services.env), services);
    },
  },
  verify: {
    summary: 'check the files of a dataset, offline',
    description:
      'Compares every file of a dataset with its record, without a request. It prints one line for each fault, and nothing if ' +
      'there is none. Exit code 10 means faults.',
    operands: [datasetOperand('<directory>')],
    examples: ['reporting verify sales', 'reporting verify sales && rclone sync sales remote:sales'],
    run: async ({ operands: [directory] }: Given<readonly [], readonly [string]>, services) =>
      (await import('../sync/verify-dataset.ts')).verifyDataset(directory, services),
  },
  login: {
    summary: 'check credentials against the service, and store them',
    description:
      'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
      'Without a terminal, name all three. Nothing is stored if the service refuses them.',
    sections: LOGIN,
    examples: [
      'reporting login',
      `reporting login --profile acme \\
    --base-url https://reports.example.com/v2/reporting \\
    --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
    --token-stdin < token.txt`,
    ],
    run: async ({ options }: Given<typeof LOGIN>, services) =>
      (await import('./run-login.ts')).runLogin(options, services),
  },
  logout: {
    summary: 'remove a stored profile',
    description: 'Removes a stored profile and its token from this machine.',
    sections: LOGOUT,
    examples: ['reporting logout', 'reporting logout --profile acme'],
    run: async ({ options }: Given<typeof LOGOUT>, services) =>
      (await import('./run-profiles.ts')).removeProfile(options.profile, services),
  },
  whoami: {
    summary: 'show the credentials that a report would use, and their sources',
    description:
      'Shows the credentials and settings that a report would use, and the source of each. Of the token, it shows the last four characters.',
    sections: WHOAMI,
    examples: ['reporting whoami', 'reporting whoami --profile acme --format json'],
    run: async ({ options }: Given<typeof WHOAMI>, services) =>
      (await import('./run-settings.ts')).runWhoami(options, services),
  },
  profiles: {
    summary: 'list the stored profiles',
    description:
      'Shows the stored profiles, without tokens, and marks the default profile. `reporting config set profile` sets the ' +
      'default, and `reporting logout --profile` removes a profile.',
    sections: PROFILES,
    examples: ['reporting profiles', 'reporting profiles --format json'],
    run: async ({ options }: Given<typeof PROFILES>, services) =>
      (await import('./run-profiles.ts')).listProfiles(options, services),
  },
  config: {
    summary: 'show and set defaults: format, time zone, profile, warnings',
    description:
      'Shows each default as a report would use it, with its source, and sets defaults. Options and environment variables take ' +
      'precedence, and so does the profile.',
    sections: CONFIG_LIST,
    examples: ['reporting config', 'reporting config set timezone Europe/Berlin', 'reporting config unset timezone'],
    run: async ({ options }: Given<typeof CONFIG_LIST>, services) =>
      (await import('./run-settings.ts')).listConfig(options, services),
    commands: {
      set: {
        summary: 'store a default',
        description: 'Stores a default, in the same file as the profiles.',
        operands: [
          SETTING,
          new Operand('<value>', 'a format, time zone, profile, day of the week, or names of warnings', anyText),
        ],
        examples: [
          'reporting config set format json',
          'reporting config set timezone Europe/Berlin',
          'reporting config set week-start sunday',
          'reporting config set allow gaps:2026-12-25',
        ],
        run: async ({ operands: [name, value] }: Given<readonly [], readonly [SettingName, string]>, services) =>
          (await import('./run-settings.ts')).setConfig(name, value, services),
      },
      unset: {
        summary: 'remove a default',
        description: 'Removes a default: the built-in one applies again.',
        operands: [SETTING],
        examples: ['reporting config unset format'],
        run: async ({ operands: [name] }: Given<readonly [], readonly [SettingName]>, services) =>
          (await import('./run-settings.ts')).unsetConfig(name, services),
      },
    },
  },
  doctor: {
    summary: 'check everything between you and a report',
    description:
      'Checks everything between you and a report, in order, and says what to do: configuration, credentials, ' +
      'proxy, clock, and the responses of the service to two or three requests. It changes nothing.',
    sections: DOCTOR,
    notes: [
      text('The exit code is that of a report that fails as the first failed check does. --verbose shows each check.'),
    ],
    examples: ['reporting doctor', 'reporting doctor --sandbox --format json > doctor.json'],
    run: async ({ options }: Given<typeof DOCTOR>, services) =>
      (await import('./run-doctor.ts')).runDoctor(options, services),
  },
  sandbox: {
    summary: 'serve the whole interface on loopback with sandbox data',
    description: 'Serves the whole interface of the reporting service on 127.0.0.1 with sandbox data, until Ctrl-C.',
    sections: SANDBOX,
    notes: [text('Prints environment variables to paste into another shell.')],
    examples: [
      'reporting sandbox',
      'reporting sandbox --port 8080 --latency 200 --fault 503:0.1',
      'reporting sandbox --fault cut@2026-02-01 --fault 429+2#1',
    ],
    run: async ({ options }: Given<typeof SANDBOX>, services) =>
      (await import('./run-sandbox.ts')).serveSandbox(options, services),
  },
  completion: {
    summary: 'print the completion script of a shell',
    description: 'Prints a script that completes commands, options, values, profiles and file names with Tab.',
    operands: [new Operand('<shell>', 'shell that runs the script', oneOf(SHELL_NAMES))],
    notes: [
      text(
        'The examples write each script where the shell looks for it: bash with the package bash-completion, zsh with ' +
          'fpath=(~/.zfunc $fpath) before compinit in ~/.zshrc. After an update, write the script again. In PowerShell, the startup ' +
          'file runs `reporting completion powershell | Out-String | Invoke-Expression`.',
      ),
    ],
    examples: [
      `mkdir -p ~/.local/share/bash-completion/completions && \\
    reporting completion bash \\
    > ~/.local/share/bash-completion/completions/reporting`,
      'mkdir -p ~/.zfunc && reporting completion zsh > ~/.zfunc/_reporting',
    ],
    run: async ({ operands: [shell], command }: Given<readonly [], readonly [Shell]>, { print }) =>
      print((await import('../completion/scripts.ts')).completionScript(shell, command.parent!)),
  },
};

/** All commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  ...NAMED,
  help: {
    summary: 'show the help of a command or a topic',
    description: 'Shows the help of a command or a topic, or explains an error by its code, or a warning by its name.',
    operands: [
      // Help shows the topics. Commands, codes and names are valid too.
      new Operand('[words...]', 'a command, a topic, the code of an error, or the name of a warning', {
        ...texts,
        offers: [...Object.keys(NAMED), ...TOPIC_NAMES, ...WARNING_NAMES],
        choices: TOPIC_NAMES,
      }),
    ],
    examples: ['reporting help revenue', 'reporting help gaps', 'reporting help E-window-refused'],
    run: async ({ operands: [words = []], command }: Given<readonly [], readonly [(readonly string[])?]>, services) =>
      (await import('../help/render.ts')).showHelp(words, command.parent!, services),
  },
  [COMPLETE]: {
    summary: 'print values for the scripts of completion',
    description: 'Prints the values that fit at the end of a typed line, for the scripts of completion.',
    operands: [new Operand('<line>', 'the command line up to the cursor', anyText)],
    run: async ({ operands: [line], command }: Given<readonly [], readonly [string]>, services) =>
      (await import('./complete.ts')).printCompletion(line, command.parent!, services),
  },
};
