import * as crypto from 'node:crypto';

/** The size and the hash of a content. */
export interface ContentFacts {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Counts and hashes the pieces of a content. */
export class ContentHash {
  private readonly hash = crypto.createHash('sha256');
  private bytes = 0;

  add(piece: string | Uint8Array): void {
    this.hash.update(piece);
    this.bytes += Buffer.byteLength(piece);
  }

  /** Ends the content. */
  facts(): ContentFacts {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** The words of a SHA-256. */
const HASH_WORDS = 8;

/** The hash of texts in any order: the sum of their hashes, word by word. */
export class UnorderedHash {
  private readonly sum = new Uint32Array(HASH_WORDS);

  add(text: string): void {
    // Faster than `createHash` for short texts.
    const digest = crypto.hash('sha256', text, 'buffer');
    for (let word = 0; word < HASH_WORDS; word++) {
      this.sum[word] = this.sum[word]! + digest.readUInt32BE(word * 4);
    }
  }

  /** In hexadecimal digits. */
  result(): string {
    return Array.from(this.sum, (word) => word.toString(16).padStart(8, '0')).join('');
  }
}

/** The SHA-256 of a text, in hexadecimal digits. */
export function hashOf(text: string): string {
  return crypto.hash('sha256', text, 'hex');
}

/** The beginning of `hashOf`: enough to tell a few texts apart. */
export function shortHashOf(text: string): string {
  return hashOf(text).slice(0, 8);
}

/** The SHA-256 of all bytes of `chunks`, such as a file's stream, in hexadecimal digits. Throws the errors of `chunks`. */
export async function hashOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const content = new ContentHash();
  for await (const chunk of chunks) content.add(chunk);
  return content.facts().sha256;
}
