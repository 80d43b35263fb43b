/**
 * A walk over one record's text, as `body-check` minified and checked it: valid JSON, no white space between tokens.
 * Nested objects are entered; what else a member holds is a leaf. Records of a report tend to have the same members in
 * the same order, so each member is first compared with the one that followed last time.
 */

/** A place in the tree of keys of a report's records. */
export interface KeyNode {
  readonly path: readonly string[];
  /** In the order in which they were first seen. */
  readonly children: KeyNode[];
  readonly byKey: Map<string, KeyNode>;
  /** The child that a member name leads to, as the text spells it, with its quotation marks and escapes. */
  readonly bySpelling: Map<string, KeyNode>;
  /** The name as last spelled, with the colon behind it: `"date":`. */
  spelling: string;
  /** Position among the parent's children. */
  readonly index: number;
  /** The number of the record in which this was last seen; of the root, the number of records. */
  seenIn: number;
  /** What the tree's owner knows about leaves here; -1 if nothing yet. */
  leaf: number;
  /** What the tree's owner knows about objects here; -1 if nothing yet. */
  object: number;
}

export interface RecordVisitor {
  /** A member's value that is no object, or an empty one: `text.slice(start, end)`. */
  leaf(node: KeyNode, start: number, end: number): void;
  /** A nested object that is not empty, after what is in it. */
  object?(node: KeyNode, start: number, end: number): void;
  /** The record has this member again: what came of the first is void. */
  repeated?(node: KeyNode): void;
}

export function createKeyTree(): KeyNode {
  return createNode([], '', 0);
}

/** The node that `key` leads to from `parent`, made if it is new. `spelling` is the key as JSON text spells it. */
export function childNode(parent: KeyNode, key: string, spelling = JSON.stringify(key)): KeyNode {
  let node = parent.byKey.get(key);
  if (node === undefined) {
    node = createNode([...parent.path, key], spelling, parent.children.length);
    parent.children.push(node);
    parent.byKey.set(key, node);
  }
  parent.bySpelling.set(spelling, node);
  return node;
}

/**
 * Visits the leaves of the object that `text` is, in its order. Keys that are new join the tree, unless it is `closed`: then
 * their members are passed over.
 */
export function walkRecord(text: string, root: KeyNode, visitor: RecordVisitor, isClosed = false): void {
  root.seenIn++;
  walkObject(text, 0, root, { visitor, record: root.seenIn, isClosed });
}

interface Walk {
  readonly visitor: RecordVisitor;
  readonly record: number;
  readonly isClosed: boolean;
}

function createNode(path: readonly string[], spelling: string, index: number): KeyNode {
  return {
    path,
    children: [],
    byKey: new Map(),
    bySpelling: new Map(),
    spelling: `${spelling}:`,
    index,
    seenIn: 0,
    leaf: -1,
    object: -1,
  };
}

/** Returns the index behind the closing brace. */
function walkObject(text: string, start: number, parent: KeyNode, walk: Walk): number {
  const { visitor, record } = walk;
  let at = start + 1;
  if (text.charCodeAt(at) === CLOSING_BRACE) return at + 1;
  for (let expected = 0; ; at++) {
    let node = parent.children[expected];
    if (node === undefined || !text.startsWith(node.spelling, at)) {
      node = findChild(text, at, parent, walk.isClosed);
      if (node === undefined) {
        at = endOfValue(text, endOfString(text, at) + 1);
        if (text.charCodeAt(at) === CLOSING_BRACE) return at + 1;
        continue;
      }
    }
    at += node.spelling.length;
    expected = node.index + 1;
    if (node.seenIn === record) visitor.repeated?.(node);
    node.seenIn = record;

    const valueStart = at;
    if (text.charCodeAt(at) === OPENING_BRACE && text.charCodeAt(at + 1) !== CLOSING_BRACE) {
      at = walkObject(text, at, node, walk);
      visitor.object?.(node, valueStart, at);
    } else {
      at = endOfValue(text, at);
      visitor.leaf(node, valueStart, at);
    }
    if (text.charCodeAt(at) === CLOSING_BRACE) return at + 1;
  }
}

/** The child whose name stands at `at`; undefined if it is new, and the tree is closed. */
function findChild(text: string, at: number, parent: KeyNode, isClosed: boolean): KeyNode | undefined {
  const spelling = text.slice(at, endOfString(text, at));
  const known =
    parent.bySpelling.get(spelling) ??
    (isClosed ? parent.byKey.get(JSON.parse(spelling) as string) : undefined);
  if (known === undefined && isClosed) return undefined;
  const node = known ?? childNode(parent, JSON.parse(spelling) as string, spelling);
  node.spelling = `${spelling}:`;
  return node;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTATION_MARK) return endOfString(text, start);
  if (first === OPENING_BRACE || first === OPENING_BRACKET) return endOfContainer(text, start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSING_BRACE) return at;
  }
  throw damaged();
}

/** The index behind the text that begins at `start`, at its quotation mark. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw damaged();
}

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTATION_MARK) at = endOfString(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  throw damaged();
}

/** What was checked cannot be this; the file it was kept in was changed, or we are wrong. */
export function damaged(): Error {
  return new Error('a record in the spool is damaged');
}

const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
