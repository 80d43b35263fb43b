import { interruptible } from '../core/interruptible.ts';
import type { Sink } from '../core/sink.ts';

type Piece = string | Uint8Array;

interface Offer {
  readonly piece: Piece;
  /** Tells whoever wrote the piece that it is needed no more. */
  readonly taken: () => void;
}

/**
 * What `run` writes, piece by piece, as it is asked for: a write waits until the next piece is. A piece is valid until then.
 * Ends when the run has ended, or throws what it threw. `signal` ends a write that waits; whoever stops asking must abort it.
 */
export async function* handOver(
  run: (sink: Sink) => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Piece, undefined> {
  let offer: (offer: Offer) => void = () => undefined;
  const nextOffer = (): Promise<Offer> =>
    new Promise((resolve) => {
      offer = resolve;
    });
  let offered = nextOffer();
  const ended = run({
    write: (piece) => interruptible(new Promise((taken) => offer({ piece, taken: () => taken() })), signal),
    commit: async () => undefined,
    abort: async () => true,
  }).then(() => undefined);
  // It is told where the next piece is asked for, which may be later.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([offered, ended]);
      if (next === undefined) return;
      offered = nextOffer();
      yield next.piece;
      next.taken();
    }
  } finally {
    await ended.catch(() => undefined);
  }
}
