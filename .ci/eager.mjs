// V8 reads most functions twice: to check the syntax of a file, and to compile the function when it is first called. A function in
// parentheses is compiled with its file. Then Node also keeps its code in the cache of compiled code, and in the executable. So
// the functions that help and a report of one week call get parentheses. Runs of the built program show which ones they are.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const RUNS = ['--help', 'revenue --help', 'revenue --sandbox --from 2026-01-01 --to 2026-01-07 --format csv'];

/** Changes the files of the command line in `outdir`. */
export function compileEagerly(outdir) {
  for (const [file, called] of calledFunctions(path.resolve(outdir))) {
    writeFileSync(file, withParentheses(readFileSync(file, 'utf8'), called));
  }
}

/** The offsets of the functions that the runs call, as `start:end`, by file. */
function calledFunctions(outdir) {
  const directory = path.resolve('node_modules/.cache/coverage');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const home = { HOME: directory, XDG_CONFIG_HOME: directory, APPDATA: directory };
  const env = { ...process.env, ...home, NODE_V8_COVERAGE: directory };
  for (const args of RUNS) {
    execFileSync(process.execPath, ['bin/reporting.cjs', ...args.split(' ')], { env, stdio: 'ignore' });
  }
  const called = new Map();
  for (const name of readdirSync(directory)) {
    if (!name.startsWith('coverage-')) continue;
    for (const { url, functions } of JSON.parse(readFileSync(path.join(directory, name), 'utf8')).result) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : '';
      if (!file.startsWith(outdir)) continue;
      if (!called.has(file)) called.set(file, new Set());
      for (const { ranges } of functions) {
        const [{ startOffset, endOffset, count }] = ranges;
        if (count > 0) called.get(file).add(`${startOffset}:${endOffset}`);
      }
    }
  }
  return called;
}

/**
 * Puts the called functions of a CommonJS file in parentheses. Declarations of the file become variables at its beginning, where
 * they are set before other code runs, as declarations are. Methods cannot have parentheses.
 */
function withParentheses(code, called) {
  const { body } = parseAst(code);
  const isCalled = ({ start, end }) => called.has(`${start}:${end}`);
  const insertions = [];
  function find(node, parent) {
    if (EXPRESSIONS.has(node.type) && isCalled(node) && !isMethod(parent)) {
      insertions.push([node.start, '('], [node.end, ')']);
    }
    for (const child of Object.values(node).flat()) {
      if (typeof child?.type === 'string') find(child, node);
    }
  }
  for (const node of body) find(node);
  insertions.sort(([a], [b]) => a - b);

  /** The code between two offsets, with its insertions: none is at the ends. */
  function render(start, end) {
    let at = start;
    const inside = insertions.filter(([offset]) => offset > start && offset < end);
    const pieces = inside.map(([offset, text]) => {
      const piece = code.slice(at, offset) + text;
      at = offset;
      return piece;
    });
    return pieces.join('') + code.slice(at, end);
  }

  const [directive, ...others] = body;
  const declarations = others.filter((node) => node.type === 'FunctionDeclaration' && isCalled(node));
  let at = directive.end;
  const rest = declarations.map(({ start, end }) => {
    const piece = render(at, start);
    at = end;
    return piece;
  });
  const variables = declarations.map(({ id, start, end }) => {
    // Without its name, which code in the function may set. The variable gives it the same name.
    return `var ${id.name}=(${render(start, id.start)}${render(id.end, end)});`;
  });
  return [code.slice(0, directive.end), ...variables, ...rest, render(at, code.length)].join('');
}

const EXPRESSIONS = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

/** True if a function is the value of this method, getter or setter. */
function isMethod(parent) {
  return (
    parent?.type === 'MethodDefinition' ||
    (parent?.type === 'Property' && (parent.method || parent.kind !== 'init'))
  );
}
