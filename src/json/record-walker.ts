/**
 * Walks over the bytes of one record: checked JSON, minified. It enters nested objects; every other value is a leaf. It first
 * compares each name with the name that followed last time, so records of one shape cost a comparison of their names.
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  SPACE,
} from '../core/bytes.ts';

/** A node in the tree of keys of a report's records. */
export interface KeyNode {
  /** Undefined for the root. */
  readonly parent: KeyNode | undefined;
  readonly key: string;
  readonly children: Map<string, KeyNode>;
  /** The name with its quotation marks and the colon: `"date":`. */
  readonly text: Uint8Array;
  /** The number of the last record with this key. */
  seenIn: number;
  /** A number that the tree's owner sets; -1 at first. */
  leaf: number;
  /** The first member of the last object at this node, and the member that followed this one last time. */
  first: KeyNode | undefined;
  next: KeyNode | undefined;
}

interface RecordVisitor {
  /** A value that is not an object, or an empty object: the bytes from `start` to `end`. */
  leaf(node: KeyNode, start: number, end: number): void;
  /** A nested object that is not empty, after its members. */
  object?(node: KeyNode, start: number, end: number): void;
  /** The record repeats this member: discard what came before. */
  repeated?(node: KeyNode): void;
  /** True if members that are not in the tree are skipped; false if they join it. */
  isClosed(): boolean;
}

/** Visits the members of the object at `start`, in order. Returns the index after it. */
type RecordWalker = (bytes: Buffer, start: number) => number;

/** Creates a walker over records whose names are, or become, nodes of the tree at `root`. */
export function createRecordWalker(root: KeyNode, visitor: RecordVisitor): RecordWalker {
  let record = 0;

  /** The node of the name whose bytes stand between its quotation marks; undefined for a member that is skipped. */
  function findNode(bytes: Buffer, start: number, end: number, parent: KeyNode): KeyNode | undefined {
    const isClosed = visitor.isClosed();
    if (isClosed && parent.children.size === 0) return undefined;
    const text = bytes.toString('utf8', start, end);
    const key = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
    return isClosed ? parent.children.get(key) : childNode(parent, key);
  }

  /** Returns the index after the object at `start`. */
  function walkObject(bytes: Buffer, start: number, parent: KeyNode): number {
    let at = start + 1;
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    let node = parent.first;
    for (let before: KeyNode | undefined = parent; ; at++) {
      if (node !== undefined && isTextAt(bytes, at, node.text)) at += node.text.length;
      else {
        const end = endOfString(bytes, at);
        node = findNode(bytes, at + 1, end - 1, parent);
        at = end + 1;
        if (before === parent) parent.first = node;
        else if (before !== undefined) before.next = node;
      }
      const valueStart = at;
      if (node === undefined) at = endOfValue(bytes, at);
      else {
        if (node.seenIn === record) visitor.repeated?.(node);
        node.seenIn = record;
        if (bytes[at] === OPENING_BRACE && bytes[at + 1] !== CLOSING_BRACE) {
          at = walkObject(bytes, at, node);
          visitor.object?.(node, valueStart, at);
        } else {
          at = endOfValue(bytes, at);
          visitor.leaf(node, valueStart, at);
        }
      }
      const byte = bytes[at];
      if (byte === CLOSING_BRACE) return at + 1;
      if (byte !== COMMA) throw damaged();
      before = node;
      node = node?.next;
    }
  }

  return (bytes, start) => {
    record++;
    return walkObject(bytes, start, root);
  };
}

/** The root of an empty tree. */
export function createKeyTree(): KeyNode {
  return createNode(undefined, '');
}

/** The child of `parent` for `key`, created if missing. */
export function childNode(parent: KeyNode, key: string): KeyNode {
  let node = parent.children.get(key);
  if (node === undefined) {
    node = createNode(parent, key);
    parent.children.set(key, node);
  }
  return node;
}

/** The keys that lead to a node, outermost first. */
export function pathOf(node: KeyNode): readonly string[] {
  const path: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

function createNode(parent: KeyNode | undefined, key: string): KeyNode {
  const text = Buffer.from(`${JSON.stringify(key)}:`);
  return { parent, key, children: new Map(), text, seenIn: 0, leaf: -1, first: undefined, next: undefined };
}

function isTextAt(bytes: Uint8Array, start: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text[index]) return false;
  return true;
}

/** The index after the value at `start`, in a minified record. */
export function endOfValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === QUOTATION_MARK) return endOfString(bytes, start);
  if (first === OPENING_BRACKET || first === OPENING_BRACE) return endOfContainer(bytes, start);
  for (let at = start; ; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === CLOSING_BRACE) return at;
    if (isDamage(byte)) throw damaged();
  }
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = bytes[at];
    if (byte === QUOTATION_MARK) return at + 1;
    if (byte === BACKSLASH) at++;
    else if (isDamage(byte)) throw damaged();
  }
}

function endOfContainer(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const byte = bytes[at];
    if (byte === QUOTATION_MARK) at = endOfString(bytes, at) - 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth++;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (isDamage(byte)) throw damaged();
  }
}

/** True for a control character, such as the end of the line, and past the end of the bytes: no value contains either. */
function isDamage(byte: number | undefined): boolean {
  return byte === undefined || byte < SPACE;
}

/** The records were checked before: either the spool file has changed, or this program has a bug. */
export function damaged(): Error {
  return new Error('a record in the spool is damaged');
}
