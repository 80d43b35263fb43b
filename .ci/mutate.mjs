// Breaks one place of the code at a time, and runs the tests that reach it. A break that no test notices is a survivor.
//
//   npm run mutate -- --seed 7 --count 100 [src/frame …]
//
// The sources stay as they are: the breaks are made in compiled copies of this run. The same seed draws the same breaks from the
// same code. Exits 1 if a break survived.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'rolldown/parseAst';

const OPTIONS = { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '100' } };
const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
const folders = positionals.length === 0 ? ['src'] : positionals.map((each) => path.normalize(each));
const work = path.resolve(`node_modules/.vite/mutate-${process.pid}`);
const [sources, coverage] = [path.join(work, 'sources'), path.join(work, 'coverage')];
/** What a run may take: its test files may take several times as long as without a break, as the machine may be busy. */
const limitMs = (files) => 30_000 + 4 * files.length * fileMs;
/** Test files that are tried before the others: those that reach the fewest functions. */
const FIRST = 6;

process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
mkdirSync(coverage, { recursive: true });
const startMs = performance.now();
if (!(await testsPass([], { COVERAGE: coverage }))) throw new Error('the tests fail without a break');

/** The test files that run each function, by its file and the place of its body, and the number of functions of each test file. */
const [testsOf, reach] = [new Map(), new Map()];
for (const name of readdirSync(coverage)) {
  const { test, functions } = JSON.parse(readFileSync(path.join(coverage, name), 'utf8'));
  reach.set(test, functions.length);
  for (const each of functions) testsOf.set(each, (testsOf.get(each) ?? new Set()).add(test));
}
const fileMs = (performance.now() - startMs) / reach.size;

let survivors = 0;
const breaks = allBreaks();
process.stdout.write(`${breaks.length} possible breaks in code that ${reach.size} test files run\n`);
for (const { file, source, kind, start, end, instead, tests } of breaks.slice(0, Number(values.count))) {
  const compiled = path.join(sources, file);
  const text = readFileSync(compiled, 'utf8');
  const ordered = [...tests].sort((one, other) => reach.get(one) - reach.get(other));
  writeFileSync(compiled, text.slice(0, start) + instead + text.slice(end));
  const runs = [ordered.slice(0, FIRST), ordered.slice(FIRST)].filter((files) => files.length > 0);
  let isKilled = false;
  for (const files of runs) isKilled ||= !(await testsPass(files, { KEEP_SOURCES: '1' }, limitMs(files)));
  writeFileSync(compiled, text);
  if (!isKilled) survivors += 1;
  const [before, after] = [text.slice(start, end), instead].map((each) => each.replace(/\s+/g, ' ').slice(0, 60));
  process.stdout.write(
    `${isKilled ? 'killed  ' : 'SURVIVED'} ${source}:${lineOf(text, start)} ${kind}: ${before} → ${after}\n`,
  );
}
process.stdout.write(`${survivors} survived\n`);
process.exitCode = survivors === 0 ? 0 : 1;

/** Runs test files with the compiled sources of this run, or all files: false if one fails, or does not end in time. */
async function testsPass(files, env, timeoutMs) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'source', '--reporter', 'dot', ...files];
  if (files.length > 0) args.push('--bail', '1');
  const stdio = files.length > 0 ? 'ignore' : 'inherit';
  const options = { env: { ...process.env, COMPILED_SOURCES: sources, ...env }, detached: true, stdio };
  const child = spawn(process.execPath, args, options);
  // With its workers, which may never end.
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  const timer = timeoutMs && setTimeout(end, timeoutMs);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', end);
  return code === 0;
}

/** The breaks of tested code in an order that the seed decides: one of each kind in turn, since there are many texts. */
function allBreaks() {
  const files = [...new Set([...testsOf.keys()].map((each) => each.split(' ')[0]))];
  const found = files.flatMap((file) => {
    const source = path.join('src', file.replace(/mjs$/, 'ts'));
    if (!folders.some((folder) => source === folder || source.startsWith(path.join(folder, '/')))) return [];
    return breaksIn(readFileSync(path.join(sources, file), 'utf8')).flatMap((each) => {
      const tests = testsOf.get(`${file} ${each.inside.start} ${each.inside.end}`);
      const random = createHash('sha256').update(`${values.seed} ${file} ${each.start} ${each.instead}`).digest('hex');
      return tests === undefined ? [] : [{ ...each, file, source, tests, random }];
    });
  });
  const counts = new Map();
  for (const each of found.sort((one, other) => (one.random < other.random ? -1 : 1))) {
    each.turn = counts.get(each.kind) ?? 0;
    counts.set(each.kind, each.turn + 1);
  }
  return found.sort((one, other) => one.turn - other.turn);
}

/** The breaks within the functions of a compiled file: kind, start, end, the text instead, and the innermost function. */
function breaksIn(text) {
  const found = [];
  const flipped = {
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
  const logical = { '&&': '||', '||': '&&', '??': '&&' };
  const textOf = ({ start, end }) => text.slice(start, end);
  const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string';
  function visit(node, inside) {
    if (node === null || typeof node !== 'object') return;
    const { type, operator, left, right, value } = node;
    // `void 0`, as compilers write undefined.
    if (type === 'UnaryExpression' && operator === 'void') return;
    const add = (kind, { start, end }, instead) => inside && found.push({ kind, start, end, instead, inside });
    if (type === 'BinaryExpression' && operator in flipped)
      add('operator', node, `${textOf(left)} ${flipped[operator]} ${textOf(right)}`);
    if (type === 'BinaryExpression' && operator === '+' && !isText(left) && !isText(right))
      add('operator', node, `${textOf(left)} - ${textOf(right)}`);
    if (type === 'LogicalExpression') add('logical', node, `(${textOf(left)}) ${logical[operator]} (${textOf(right)})`);
    if (/^(If|While)Statement$|^ConditionalExpression$/.test(type))
      add('negation', node.test, `!(${textOf(node.test)})`);
    if (type === 'ExpressionStatement' && node.directive == null) add('dropped', node, ';');
    if (type === 'Literal' && typeof value === 'number') add('constant', node, String(value + 1));
    if (type === 'Literal' && typeof value === 'boolean') add('constant', node, String(!value));
    if (type === 'Literal' && typeof value === 'string' && value !== '') add('string', node, "'broken'");
    if (type === 'TemplateElement' && /[a-z]/i.test(textOf(node)))
      add('string', node, textOf(node).replace(/[a-z]+/i, 'broken'));
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
