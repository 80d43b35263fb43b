import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { codeBlocks, readPage, WRITTEN_PAGES } from '../harness/pages.ts';
import { createHome } from '../harness/run-cli.ts';

/** Python programs that fail unless stdin is a text in their language. */
const READERS: Readonly<Record<string, string>> = {
  python: 'import ast, sys; ast.parse(sys.stdin.read())',
  xml: 'import plistlib, sys; plistlib.loads(sys.stdin.buffer.read())',
  yaml: 'import sys, yaml; assert yaml.safe_load(sys.stdin)',
};

const blocks = WRITTEN_PAGES.flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => language in READERS)
    .map(({ language, text }) => ({ page: page.name, language, text, first: text.split('\n')[0] })),
);

/** Files to copy, beside the pages. */
const FILES = [
  ['docs/container/cronjob.yaml', 'yaml'],
  ['docs/schedulers/airflow.py', 'python'],
  ['docs/schedulers/com.example.revenue.plist', 'xml'],
] as const;
const files = FILES.map(([page, language]) => ({ page, language, text: readPage(page).text, first: 'the file' }));

test('there are blocks in each language', () => {
  expect(new Set([...files, ...blocks].map(({ language }) => language))).toEqual(new Set(Object.keys(READERS)));
});

needs('python3').test.each([...files, ...blocks])('$page: $language of $first', ({ language, text }) => {
  const { status, stderr } = spawnSync('python3', ['-c', READERS[language]!], { input: text, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

needs('systemd-analyze').test('systemd knows every line of the units', () => {
  const home = createHome();
  for (const name of ['reporting.service', 'reporting.timer']) {
    home.write(name, readPage(`docs/schedulers/${name}`).text.replace('/usr/local/bin/reporting', process.execPath));
  }
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...home.list()], {
    cwd: home.work,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** Stand-ins for Airflow's modules: decorators return the function. Prints what it raises. */
const STAND_INS = `
import sys, types
def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)
def error(name):
    return type(name, (Exception,), {"__init__": lambda self, *words, **options: None})
plain = lambda **options: lambda function: function
account = types.SimpleNamespace(host="https://a.example/v2/reporting", login="id", password="secret")
module("pendulum", datetime=lambda *parts, **options: parts)
module("airflow")
module("airflow.exceptions", AirflowFailException=error("AirflowFailException"))
module("airflow.sdk", Connection=types.SimpleNamespace(get=lambda name: account), dag=plain, task=plain)
try:
    exec(sys.stdin.read(), {})
    print("no error")
except Exception as raised:
    print(type(raised).__name__)
`;

describe('the task of Airflow, which is not run, tries again after the exit codes 6 and 9 only', () => {
  const { text: airflow } = readPage('docs/schedulers/airflow.py');

  needs('python3').test.each([
    [0, 'no error'],
    [6, 'RuntimeError'],
    [4, 'AirflowFailException'],
    [9, 'RuntimeError'],
  ])('%i: %s', (code, raised) => {
    const home = createHome();
    home.write('reporting', `#!/bin/sh\necho "$REPORTING_API_TOKEN $*" > called\nexit ${code}\n`);
    chmodSync(path.join(home.work, 'reporting'), 0o755);
    const { stdout, stderr } = spawnSync('python3', ['-c', STAND_INS], {
      cwd: home.work,
      env: { PATH: `${home.work}:${process.env.PATH}`, REPORTING_API_TOKEN: 'secret' },
      input: airflow!,
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({ stdout: `${raised}\n`, stderr: '' });
    expect(home.read('called')).toBe(
      'secret revenue --period last-90-days --strict --resume -o /srv/reports/revenue.csv\n',
    );
  });
});
