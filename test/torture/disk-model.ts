import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileChange } from './file-calls.ts';

/** What happens to files that were written and not synced. */
export const FILE_LOSSES = ['kept', 'lost', 'half', 'zeros'] as const;
/** What happens to the entries of a directory that were changed and not synced. */
export const ENTRY_LOSSES = ['kept', 'lost', 'only the newest kept', 'only the newest lost'] as const;

export interface Loss {
  readonly files: (typeof FILE_LOSSES)[number];
  readonly entries: (typeof ENTRY_LOSSES)[number];
}

interface FileNode {
  readonly kind: 'file';
  content: Buffer;
  /** The content on disk. */
  durable: Buffer;
}

type Entries = Map<string, Node>;
type EntryChange = (entries: Entries) => void;

interface DirectoryNode {
  readonly kind: 'directory';
  readonly entries: Entries;
  /** The entries on disk. */
  durable: Entries;
  /** The changes since then. */
  pending: EntryChange[];
}

type Node = FileNode | DirectoryNode;

/** A directory as the system has it in memory and on disk. A file's name is on disk once its directory was synced. */
export class DiskModel {
  readonly #root: string;
  readonly #tree: DirectoryNode;
  readonly #openings = new Map<number, Node>();

  /** The content of `root` is on disk. */
  constructor(root: string) {
    this.#root = root;
    this.#tree = readTree(root);
  }

  /** Applies a change that a run made below the root. Others are ignored. */
  apply(change: FileChange): void {
    const { name, file, opening, flag, bytes = '', to } = change;
    if (!file.startsWith(`${this.#root}/`) && file !== this.#root) return;
    const data = Buffer.from(bytes, 'base64');
    switch (name) {
      case 'open':
        this.#openings.set(opening!, this.#open(file, flag ?? 'r'));
        break;
      case 'write':
        write(this.#openings.get(opening!)!, data);
        break;
      case 'writeFile':
      case 'appendFile': {
        const opened = opening === undefined ? undefined : this.#openings.get(opening);
        write(opened ?? this.#open(file, flag ?? (name === 'writeFile' ? 'w' : 'a')), data);
        break;
      }
      case 'fsync':
      case 'sync':
      case 'datasync':
        sync(this.#openings.get(opening!)!);
        break;
      case 'mkdir':
        this.#makeDirectory(file);
        break;
      case 'rename':
        this.#rename(file, to!);
        break;
      case 'link': {
        const node = this.#find(file)!;
        this.#change(to!, (entries, base) => entries.set(base, node));
        break;
      }
      case 'rm':
      case 'rmdir':
      case 'unlink':
        if (this.#find(path.dirname(file)) !== undefined) this.#change(file, (entries, base) => entries.delete(base));
        break;
      case 'close':
      case 'chmod':
      case 'fchmod':
      case 'chown':
      case 'utimes':
        break;
      default:
        throw new Error(`the model does not know ${name}`);
    }
  }

  /** What a loss of power leaves now, by path below the root. A directory has the value undefined. */
  afterLoss(loss: Loss): ReadonlyMap<string, Buffer | undefined> {
    const found = new Map<string, Buffer | undefined>();
    const visit = (directory: DirectoryNode, folder: string): void => {
      for (const [name, node] of entriesAfter(directory, loss)) {
        const file = path.join(folder, name);
        found.set(file, node.kind === 'file' ? contentAfter(node, loss) : undefined);
        if (node.kind === 'directory') visit(node, file);
      }
    };
    visit(this.#tree, '');
    return found;
  }

  #find(file: string): Node | undefined {
    const names = path.relative(this.#root, file).split('/');
    let node: Node | undefined = this.#tree;
    for (const name of names.filter((each) => each !== '')) {
      node = node?.kind === 'directory' ? node.entries.get(name) : undefined;
    }
    return node;
  }

  #change(file: string, change: (entries: Entries, base: string) => void): void {
    const parent = this.#find(path.dirname(file)) as DirectoryNode;
    const own: EntryChange = (entries) => void change(entries, path.basename(file));
    own(parent.entries);
    parent.pending.push(own);
  }

  #open(file: string, flag: string): Node {
    const found = this.#find(file);
    if (found?.kind === 'file' && flag.startsWith('w')) found.content = Buffer.alloc(0);
    if (found !== undefined) return found;
    const created: FileNode = { kind: 'file', content: Buffer.alloc(0), durable: Buffer.alloc(0) };
    this.#change(file, (entries, base) => entries.set(base, created));
    return created;
  }

  #makeDirectory(file: string): void {
    if (this.#find(file) !== undefined) return;
    this.#makeDirectory(path.dirname(file));
    const created: DirectoryNode = { kind: 'directory', entries: new Map(), durable: new Map(), pending: [] };
    this.#change(file, (entries, base) => entries.set(base, created));
  }

  /** One change of a directory: file systems do not tear a rename. */
  #rename(from: string, to: string): void {
    const node = this.#find(from)!;
    if (path.dirname(from) !== path.dirname(to)) throw new Error('the model renames within a directory');
    this.#change(to, (entries, base) => {
      entries.delete(path.basename(from));
      entries.set(base, node);
    });
  }
}

function write(node: Node, data: Buffer): void {
  if (node.kind === 'file') node.content = Buffer.concat([node.content, data]);
}

function sync(node: Node): void {
  if (node.kind === 'file') node.durable = node.content;
  else {
    node.durable = new Map(node.entries);
    node.pending = [];
  }
}

function entriesAfter({ durable, pending }: DirectoryNode, { entries: loss }: Loss): Entries {
  const kept = {
    kept: pending,
    lost: [],
    'only the newest kept': pending.slice(-1),
    'only the newest lost': pending.slice(0, -1),
  }[loss];
  const entries = new Map(durable);
  for (const change of kept) change(entries);
  return entries;
}

function contentAfter({ content, durable }: FileNode, { files: loss }: Loss): Buffer {
  if (content.equals(durable)) return content;
  return {
    kept: content,
    lost: durable,
    half: content.subarray(0, content.length >> 1),
    zeros: Buffer.alloc(content.length),
  }[loss];
}

function readTree(folder: string): DirectoryNode {
  const entries: Entries = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const location = path.join(folder, entry.name);
    if (entry.isDirectory()) entries.set(entry.name, readTree(location));
    else {
      const content = readFileSync(location);
      entries.set(entry.name, { kind: 'file', content, durable: content });
    }
  }
  return { kind: 'directory', entries, durable: new Map(entries), pending: [] };
}

/** Replaces the content of `folder` by these files and directories. */
export function writeTree(folder: string, files: ReadonlyMap<string, Buffer | undefined>): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  for (const [file, content] of files) {
    const location = path.join(folder, file);
    if (content === undefined) mkdirSync(location, { recursive: true, mode: 0o700 });
    else writeFileSync(location, content, { mode: 0o600 });
  }
}
