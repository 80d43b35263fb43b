import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { codeBlocks, readPage, WRITTEN_PAGES } from '../harness/pages.ts';
import { createHome } from '../harness/run-cli.ts';

const LANGUAGES = ['python', 'xml', 'yaml'];

const blocks = WRITTEN_PAGES.flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => LANGUAGES.includes(language))
    .map(({ language, text }) => ({ page: page.name, language, text })),
);

/** Files to copy, beside the pages. */
const FILES = [
  ['docs/container/cronjob.yaml', 'yaml'],
  ['docs/schedulers/airflow.py', 'python'],
  ['docs/schedulers/com.example.revenue.plist', 'xml'],
] as const;
const all = [...FILES.map(([page, language]) => ({ page, language, text: readPage(page).text })), ...blocks];

test('there are blocks in each language', () => {
  expect([...new Set(all.map(({ language }) => language))].sort()).toEqual(LANGUAGES);
});

/** Names the blocks that are no text in their language. */
const READ_ALL = `
import ast, json, plistlib, sys, yaml
def read_yaml(text):
    assert yaml.safe_load(text)
readers = {"python": ast.parse, "xml": lambda text: plistlib.loads(text.encode()), "yaml": read_yaml}
for block in json.load(sys.stdin):
    try:
        readers[block["language"]](block["text"])
    except Exception as error:
        print(block["page"], repr(error), block["text"])
`;

needs('python3').test('every block is a text in its language', () => {
  const input = JSON.stringify(all);
  const { status, stdout, stderr } = spawnSync('python3', ['-c', READ_ALL], { input, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
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

/** Stand-ins for Airflow's modules: decorators return the function. Prints what it raises at each exit code. */
const STAND_INS = `
import os, sys, types
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
task = sys.stdin.read()
for code in sys.argv[1:]:
    os.environ["CODE"] = code
    try:
        exec(task, {})
        print(code, "no error")
    except Exception as raised:
        print(code, type(raised).__name__)
`;

needs('python3').test('the task of Airflow, which is not run, tries again after the exit codes 6 and 9 only', () => {
  const home = createHome();
  home.write('reporting', '#!/bin/sh\necho "$REPORTING_API_TOKEN $*" >> called\nexit $CODE\n');
  chmodSync(path.join(home.work, 'reporting'), 0o755);
  const { stdout, stderr } = spawnSync('python3', ['-c', STAND_INS, '0', '6', '4', '9'], {
    cwd: home.work,
    env: { PATH: `${home.work}:${process.env.PATH}`, REPORTING_API_TOKEN: 'secret' },
    input: readPage('docs/schedulers/airflow.py').text,
    encoding: 'utf8',
  });
  const raised = '0 no error\n6 RuntimeError\n4 AirflowFailException\n9 RuntimeError\n';
  expect({ stdout, stderr }).toEqual({ stdout: raised, stderr: '' });
  const called = 'secret revenue --period last-90-days --strict --resume -o /srv/reports/revenue.csv\n';
  expect(home.read('called')).toBe(called.repeat(4));
});
