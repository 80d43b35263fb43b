// Breaks one place of the code at a time, and runs the tests that reach it. A break that no test notices is a survivor.
//
//   npm run mutate -- --seed 7 --count 100 [--tests test/cli/pivot.test.ts] [--only 3,16] [--list] [src/frame …]
//
// The sources stay as they are: the breaks are made in compiled copies of this run. The same seed draws the same breaks from the
// same code, unless `--tests` changes which code is reached; `--only` tries those of these numbers. Exits 1 if a break survived.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'rolldown/parseAst';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    tests: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});
const folders = positionals.length === 0 ? ['src'] : positionals.map((each) => each.replace(/\/$/, ''));
const [WORK, SOURCES, COVERAGE] = ['', 'sources', 'coverage'].map((name) =>
  path.resolve(`node_modules/.vite/mutate-${process.pid}`, name),
);
const NO_END = 'no end';
/** For test files without a break, which also compile the sources. */
const FIRST_LIMIT_MS = 40 * 60_000;
/** What a run may take beyond its test files, which may take several times as long as without a break: the machine may be busy. */
const START_MS = 30_000;
const PATIENCE = 4;
/** Test files that are tried before the others: those that reach the fewest functions. */
const FIRST = 6;

process.once('exit', () => rmSync(WORK, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/** Runs test files with the compiled sources of this run. Resolves with the name of the first failure, or undefined. */
function runTests(files, limitMs, env) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'source', '--reporter', 'json'];
  if (env.COVERAGE === undefined) args.push('--bail', '1');
  const child = spawn(process.execPath, [...args, ...files], {
    env: { ...process.env, COMPILED_SOURCES: SOURCES, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  return new Promise((resolve) => {
    const timer = setTimeout(end, limitMs);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(code === 0 ? undefined : signal !== null ? NO_END : firstFailure(stdout));
    });
  });
}

function firstFailure(stdout) {
  try {
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    for (const { name, assertionResults, message } of testResults) {
      const failed = assertionResults.find(({ status }) => status === 'failed');
      if (failed !== undefined) return `${path.relative('.', name)}: ${failed.fullName}`;
      if (message) return `${path.relative('.', name)}: ${message.split('\n')[0]}`;
    }
  } catch {}
  return 'the tests did not run';
}

/** The test files that run each function, by its file and the place of its body. */
function readCoverage() {
  const tests = new Map();
  for (const name of readdirSync(COVERAGE)) {
    const { test, functions } = JSON.parse(readFileSync(path.join(COVERAGE, name), 'utf8'));
    for (const each of functions) tests.set(each, (tests.get(each) ?? new Set()).add(test));
  }
  return tests;
}

const FLIPPED = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
const OTHER = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' };

/** The breaks within the functions of a compiled file: kind, start, end, the text instead, and the innermost function. */
function breaksIn(text) {
  const found = [];
  const of = ({ start, end }) => text.slice(start, end);
  function visit(node, inside) {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, inside);
      return;
    }
    const { type } = node;
    // `void 0`, as compilers write undefined.
    if (type === 'UnaryExpression' && node.operator === 'void') return;
    const within = /Function|^StaticBlock$/.test(type ?? '') ? node : inside;
    if (inside !== undefined) {
      const add = (kind, { start, end }, instead) => found.push({ kind, start, end, instead, inside });
      if (type === 'BinaryExpression' && FLIPPED[node.operator] !== undefined)
        add('comparison', node, `${of(node.left)} ${FLIPPED[node.operator]} ${of(node.right)}`);
      if (type === 'BinaryExpression' && OTHER[node.operator] !== undefined && !isText(node))
        add('arithmetic', node, `${of(node.left)} ${OTHER[node.operator]} ${of(node.right)}`);
      if (type === 'LogicalExpression')
        add('logical', node, `(${of(node.left)}) ${OTHER[node.operator]} (${of(node.right)})`);
      if (/^(If|While)Statement$|^ConditionalExpression$/.test(type)) add('negation', node.test, `!(${of(node.test)})`);
      if (type === 'ExpressionStatement' && node.directive == null) add('dropped', node, ';');
      if (type === 'Literal' && typeof node.value === 'number') add('constant', node, String(node.value + 1));
      if (type === 'Literal' && typeof node.value === 'boolean') add('constant', node, String(!node.value));
      if (type === 'Literal' && typeof node.value === 'string' && node.value !== '') add('string', node, "'broken'");
      if (type === 'TemplateElement' && /[a-z]/i.test(of(node)))
        add('string', node, of(node).replace(/[a-z]+/i, 'broken'));
    }
    for (const [name, value] of Object.entries(node)) {
      // Keys of objects and members are names.
      if (name !== 'key' || node.computed === true) visit(value, within);
    }
  }
  visit(parseAst(text).body, undefined);
  return found;
}

function isText({ left, right }) {
  return [left, right].some(
    ({ type, value, operator, ...node }) =>
      type === 'TemplateLiteral' || typeof value === 'string' || (operator === '+' && isText(node)),
  );
}

/** The line of a place in its source. */
function lineOf(text, index) {
  const data = /sourceMappingURL=data:[^,]*,(\S+)/.exec(text)?.[1];
  const before = text.slice(0, index).split('\n');
  const map = new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString()));
  return map.findEntry(before.length - 1, before.at(-1).length).originalLine + 1;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from each kind in turn, so that the many texts do not crowd out the rest. */
function draw(candidates, count) {
  const random = createRandom(Number(values.seed));
  const byKind = groupByKind(candidates);
  const lists = [...byKind.keys()].sort().map((kind) => [...byKind.get(kind)]);
  const drawn = [];
  for (let turn = 0; drawn.length < Math.min(count, candidates.length); turn++) {
    const list = lists[turn % lists.length];
    if (list.length > 0) drawn.push(...list.splice(Math.floor(random() * list.length), 1));
  }
  return drawn;
}

function groupByKind(candidates) {
  const groups = new Map();
  for (const each of candidates) groups.set(each.kind, [...(groups.get(each.kind) ?? []), each]);
  return groups;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

mkdirSync(COVERAGE, { recursive: true });
const start = performance.now();
const failed = await runTests(values.tests, FIRST_LIMIT_MS, { COVERAGE });
if (failed !== undefined) {
  print(`the tests fail without a break: ${failed}`);
  process.exit(2);
}
const testsOf = readCoverage();
const reach = new Map();
for (const tests of testsOf.values()) for (const test of tests) reach.set(test, (reach.get(test) ?? 0) + 1);

const fileMs = (performance.now() - start) / reach.size;

const candidates = [...new Set([...testsOf.keys()].map((each) => each.split(' ')[0]))].sort().flatMap((file) => {
  const source = path.join('src', file.replace(/mjs$/, 'ts'));
  if (!folders.some((folder) => source === folder || source.startsWith(`${folder}${path.sep}`))) return [];
  return breaksIn(readFileSync(path.join(SOURCES, file), 'utf8')).flatMap((each) => {
    const tests = testsOf.get(`${file} ${each.inside.start} ${each.inside.end}`);
    return tests === undefined ? [] : [{ ...each, file, source, tests }];
  });
});
print(`${candidates.length} possible breaks in code that ${reach.size} test files run`);

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 60);
const survivors = [];
const only = values.only.split(',').filter(Boolean);
for (const [index, { file, source, kind, start, end, instead, tests }] of draw(
  candidates,
  Number(values.count),
).entries()) {
  if (only.length > 0 && !only.includes(String(index + 1))) continue;
  const compiled = path.join(SOURCES, file);
  const text = readFileSync(compiled, 'utf8');
  const name = `${index + 1}. ${source}:${lineOf(text, start)} ${kind}: ${short(text.slice(start, end))} → ${short(instead)}`;
  if (values.list) {
    print(`${name}  [${tests.size} test files]`);
    continue;
  }
  writeFileSync(compiled, text.slice(0, start) + instead + text.slice(end));
  const ordered = [...tests].sort((one, other) => reach.get(one) - reach.get(other));
  const notices = async (files) => {
    if (files.length === 0) return undefined;
    return runTests(files, START_MS + PATIENCE * files.length * fileMs, { KEEP_SOURCES: '1' });
  };
  const verdict = (await notices(ordered.slice(0, FIRST))) ?? (await notices(ordered.slice(FIRST)));
  writeFileSync(compiled, text);
  // A break that never ends is killed; a run that others delayed is not: look at these.
  const result = verdict === undefined ? 'SURVIVED' : verdict === NO_END ? 'NO END  ' : 'killed  ';
  print(`${result} ${name}${verdict === undefined ? '' : `  [${verdict}]`}`);
  if (verdict === undefined) survivors.push(name);
}
if (!values.list) print(`\n${survivors.length} survived${survivors.map((each) => `\n  ${each}`).join('')}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
