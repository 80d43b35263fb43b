/**
 * Walks over the bytes of one record: checked JSON, minified. It enters nested objects; every other value is a leaf. It first
 * compares each name with the name that followed last time, so records of one shape cost a comparison of their names. It
 * finds other names by a hash of their bytes, so records of many shapes cost little more.
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
  /** The number of the last record with this key. */
  seenIn: number;
  /** A number that the tree's owner sets for leaves at this node; -1 at first. */
  leaf: number;
  /** A number that the tree's owner sets for objects at this node; -1 at first. */
  object: number;
  /** The first name in the last object at this node. */
  first: KnownName;
  /** The names of the object's members, by a hash of their bytes. */
  readonly spellings: Map<number, KnownName>;
}

/** The spelling of a name at one node. */
interface KnownName {
  /** The name with its quotation marks and the colon: `"date":`. */
  readonly text: Uint8Array;
  /** The node of the member; undefined for a member that is skipped. */
  readonly node: KeyNode | undefined;
  /** False if memory for spellings is used up: no reference to it may be stored. */
  readonly isRemembered: boolean;
  /** The spelling that followed last time. */
  next: KnownName;
  /** Another spelling with the same hash. */
  readonly other: KnownName | undefined;
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
type RecordWalker = (bytes: Uint8Array, start: number) => number;

/** Memory for spellings, about. Further names are looked up by their keys each time. */
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;
/** The memory of a spelling without its text, about. */
const SPELLING_BYTES = 300;

/** Stands for the absence of a name: no record has these bytes, and nothing follows them. */
const NONE: KnownName = {
  text: new Uint8Array(4),
  node: undefined,
  isRemembered: true,
  next: undefined!,
  other: undefined,
};
NONE.next = NONE;

/** Creates a walker over records whose names are, or become, nodes of the tree at `root`. */
export function createRecordWalker(root: KeyNode, visitor: RecordVisitor): RecordWalker {
  let record = 0;
  let rememberedBytes = 0;
  /** The index after the colon of the last name that was searched. */
  let nameEnd = 0;

  /** The spelling of an unexpected name at `start`. */
  function findName(bytes: Uint8Array, start: number, parent: KeyNode): KnownName {
    let hash = 0;
    let at = start + 1;
    for (let byte = bytes[at]; byte !== QUOTATION_MARK; byte = bytes[++at]) {
      if (byte === BACKSLASH) byte = bytes[++at];
      if (isDamage(byte)) throw damaged();
      hash = (Math.imul(hash, 31) + byte!) | 0;
    }
    nameEnd = at + 2;
    const known = parent.spellings.get(hash);
    for (let spelling = known; spelling !== undefined; spelling = spelling.other) {
      if (isTextAt(bytes, start, spelling.text)) return spelling;
    }
    const sizeBytes = nameEnd - start + SPELLING_BYTES;
    const isRemembered = rememberedBytes + sizeBytes <= MAX_REMEMBERED_BYTES;
    const text = Uint8Array.prototype.slice.call(bytes, start, nameEnd);
    const found = { text, node: nodeOf(text, parent), isRemembered, next: NONE, other: known };
    if (isRemembered) {
      rememberedBytes += sizeBytes;
      parent.spellings.set(hash, found);
    }
    return found;
  }

  function nodeOf(spelling: Uint8Array, parent: KeyNode): KeyNode | undefined {
    const isClosed = visitor.isClosed();
    if (isClosed && parent.children.size === 0) return undefined;
    const text = Buffer.from(spelling.buffer, spelling.byteOffset, spelling.length - 1).toString();
    const key = text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
    return isClosed ? parent.children.get(key) : childNode(parent, key);
  }

  /** Returns the index after the object at `start`. */
  function walkObject(bytes: Uint8Array, start: number, parent: KeyNode): number {
    let at = start + 1;
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    let expected = parent.first;
    for (let before = NONE; ; at++) {
      let spelling = expected;
      if (isTextAt(bytes, at, spelling.text)) at += spelling.text.length;
      else {
        spelling = findName(bytes, at, parent);
        at = nameEnd;
        if (spelling.isRemembered) {
          if (before === NONE) parent.first = spelling;
          else before.next = spelling;
        }
      }
      before = spelling;
      expected = spelling.next;
      const { node } = spelling;
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
  return {
    parent,
    key,
    children: new Map(),
    seenIn: 0,
    leaf: -1,
    object: -1,
    first: NONE,
    spellings: new Map(),
  };
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
