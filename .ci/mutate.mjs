// Breaks one place of the code at a time, and runs the tests that reach it: `npm run mutate -- <seed> <count> [src/frame …]`. A break
// that no test notices is a survivor. The breaks are made in compiled copies of the sources. The same seed draws the same breaks.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const [seed, count, ...folders] = process.argv.slice(2);
const work = path.resolve(`node_modules/.vite/mutate-${process.pid}`);
const [sources, coverage] = [path.join(work, 'sources'), path.join(work, 'coverage')];

process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
mkdirSync(coverage, { recursive: true });
if (!(await testsPass([], { COVERAGE: coverage }, 'inherit'))) throw new Error('the tests fail without a break');

/** The test files that run each function, by its file and the place of its body, and the number of functions of each test file. */
const [testsOf, reach] = [new Map(), new Map()];
for (const name of readdirSync(coverage)) {
  const { test, functions } = JSON.parse(readFileSync(path.join(coverage, name), 'utf8'));
  reach.set(test, functions.length);
  for (const each of functions) testsOf.set(each, (testsOf.get(each) ?? new Set()).add(test));
}
// Else each break would count as killed.
const [one] = reach.keys();
if (!(await testsPass([one], { KEEP_SOURCES: '1' }, 'ignore'))) throw new Error(`${one} fails without a break`);
for (const { file, source, start, end, instead, tests } of allBreaks().slice(0, Number(count))) {
  const compiled = path.join(sources, file);
  const text = readFileSync(compiled, 'utf8');
  // First the six that reach the fewest functions.
  const ordered = [...tests].sort((one, other) => reach.get(one) - reach.get(other));
  const groups = [ordered.slice(0, 6), ordered.slice(6)].filter((files) => files.length > 0);
  writeFileSync(compiled, text.slice(0, start) + instead + text.slice(end));
  let verdict = 'SURVIVED';
  for (const files of groups)
    if (verdict === 'SURVIVED' && !(await testsPass(files, { KEEP_SOURCES: '1' }, 'ignore'))) verdict = 'killed';
  writeFileSync(compiled, text);
  if (verdict === 'SURVIVED') process.exitCode = 1;
  const change = [text.slice(start, end), instead].map((each) => each.replace(/\s+/g, ' ').slice(0, 60)).join(' → ');
  process.stdout.write(`${verdict.padEnd(8)} ${source}:${lineOf(text, start)} ${change}\n`);
}

/** Runs test files, or all, with the compiled sources of this run: false if one fails, or the run does not end. */
async function testsPass(files, env, stdio) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'source', '--silent=true', ...files];
  if (files.length > 0) args.push('--bail', '1');
  const options = { env: { ...process.env, COMPILED_SOURCES: sources, ...env }, detached: true, stdio };
  const child = spawn(process.execPath, args, options);
  // With its workers, which may never end.
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  const timer = files.length > 0 && setTimeout(end, 60_000 + 10_000 * files.length);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', end);
  return code === 0;
}

/** The breaks of tested code, in an order that the seed decides. */
function allBreaks() {
  const files = new Set([...testsOf.keys()].map((each) => each.split(' ')[0]));
  const found = [...files].flatMap((file) => {
    const source = path.join('src', file.replace(/mjs$/, 'ts'));
    if (folders.length > 0 && folders.every((folder) => path.relative(folder, source).startsWith('..'))) return [];
    return breaksIn(readFileSync(path.join(sources, file), 'utf8')).flatMap((each) => {
      const tests = testsOf.get(`${file} ${each.inside.start} ${each.inside.end}`);
      const random = createHash('sha256').update(`${seed} ${file} ${each.start} ${each.instead}`).digest('hex');
      return tests === undefined ? [] : [{ ...each, file, source, tests, random }];
    });
  });
  return found.sort((one, other) => (one.random < other.random ? -1 : 1));
}

/** The breaks within the functions of a compiled file: start, end, the text instead, and the innermost function. Texts stay. */
function breaksIn(text) {
  const found = [];
  const OTHER = {
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '-': '+',
    '*': '/',
    '/': '*',
  };
  const LOGICAL = { '&&': '||', '||': '&&', '??': '&&' };
  const textOf = ({ start, end }) => text.slice(start, end);
  function visit(node, inside) {
    if (node === null || typeof node !== 'object') return;
    const { type, operator, left, right, value, test } = node;
    // `void 0`, as compilers write undefined.
    if (type === 'UnaryExpression' && operator === 'void') return;
    const add = ({ start, end }, instead) => inside && found.push({ start, end, instead, inside });
    if (type === 'BinaryExpression' && operator in OTHER)
      add(node, `${textOf(left)} ${OTHER[operator]} ${textOf(right)}`);
    if (type === 'LogicalExpression') add(node, `(${textOf(left)}) ${LOGICAL[operator]} (${textOf(right)})`);
    if (/^(If|While)Statement$|^ConditionalExpression$/.test(type)) add(test, `!(${textOf(test)})`);
    if (type === 'ExpressionStatement' && node.directive == null) add(node, ';');
    if (type === 'Literal' && typeof value === 'number') add(node, String(value + 1));
    if (type === 'Literal' && typeof value === 'boolean') add(node, String(!value));
    const within = /Function|^StaticBlock$/.test(type ?? '') ? node : inside;
    // Keys of objects and members are names.
    for (const [name, each] of Object.entries(node)) if (name !== 'key' || node.computed === true) visit(each, within);
  }
  visit(parseAst(text).body, undefined);
  return found;
}

/** The line of a place in its source. */
function lineOf(text, index) {
  const [, data] = /sourceMappingURL=data:[^,]*,(\S+)/.exec(text);
  const before = text.slice(0, index).split('\n');
  const map = new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString()));
  return map.findEntry(before.length - 1, before.at(-1).length).originalLine + 1;
}
