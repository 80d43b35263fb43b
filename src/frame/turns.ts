/** Ends a turn of the event loop, so that signals are noticed. Rejects once the run is interrupted. */
export type EndTurn = () => Promise<void>;

/** Rows between two turns: they take some milliseconds. */
const PIECE = 5000;

/** Does `work` for the indexes below `count`, in pieces. */
export async function inTurns(count: number, endTurn: EndTurn, work: (index: number) => void): Promise<void> {
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(count, from + PIECE);
    for (let index = from; index < to; index++) work(index);
    if (to < count) await endTurn();
  }
}
