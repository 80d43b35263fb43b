import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { duckdbVersion } from './peers.ts';

/** The machine and the versions of its programs, in one line to print beside the figures. */
export function describeMachine(): string {
  const cpus = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  const versions = [
    `Node ${process.versions.node}`,
    versionOf('jq', /jq-(\S+)/),
    versionOf('mlr', /(\d\S+)/),
    duckdbText(),
    versionOf('python3', /Python (\S+)/),
    versionOf('curl', /curl (\S+)/),
  ];
  const machine = `${cpus[0]?.model ?? 'unknown CPU'}, ${cpus.length} cores, ${memory}, ${os.type()} ${os.release()}`;
  return [machine, ...versions.filter((version) => version !== undefined)].join('; ');
}

function versionOf(command: string, pattern: RegExp): string | undefined {
  try {
    const text = execFileSync(command, ['--version'], { encoding: 'utf8' });
    return `${command} ${pattern.exec(text)?.[1]}`;
  } catch {
    return undefined;
  }
}

function duckdbText(): string | undefined {
  const version = duckdbVersion();
  return version && `duckdb ${version}`;
}
