import { createHash } from 'node:crypto';

/** The size and the hash of a content. */
export interface ContentFacts {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Counts and hashes the pieces of a content. */
export class ContentHash {
  private readonly hash = createHash('sha256');
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

/** The SHA-256 of a text, in hexadecimal digits. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The SHA-256 of all bytes of `chunks`, such as a file's stream, in hexadecimal digits. Throws the errors of `chunks`. */
export async function hashOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const content = new ContentHash();
  for await (const chunk of chunks) content.add(chunk);
  return content.facts().sha256;
}
