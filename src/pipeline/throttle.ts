/** How many requests a run has under way: as many as asked for, and fewer for as long as the service is overloaded. */
export interface Throttle {
  /** Resolves with a place, once there is one; rejects with the signal's reason as soon as it is aborted. */
  enter(signal: AbortSignal): Promise<Place>;
}

export interface Place {
  /** Gives the place back. */
  leave(outcome: 'good' | 'overloaded' | 'other'): void;
}

/** Good answers in a row, for each place there is, after which there is one more again. */
const GOOD_ANSWERS_A_PLACE = 4;

/**
 * Starts with `places`. An answer that says "overloaded" halves them, down to one; those of requests that were under way
 * at the time say the same thing again, and do not count. `onChange` is told of each new number.
 */
export function createThrottle(
  places: number,
  onChange: (places: number) => void = () => undefined,
): Throttle {
  const waiting: (() => void)[] = [];
  let allowed = places;
  let taken = 0;
  let goodInARow = 0;
  /** Rises when the number of places falls. */
  let era = 0;

  function change(next: number): void {
    if (next === allowed) return;
    allowed = next;
    onChange(allowed);
  }

  function learn(outcome: 'good' | 'overloaded' | 'other', enteredIn: number): void {
    if (outcome === 'overloaded' && enteredIn === era) {
      era++;
      goodInARow = 0;
      change(Math.max(1, Math.floor(allowed / 2)));
    }
    if (outcome !== 'good' || allowed === places) return;
    goodInARow++;
    if (goodInARow < allowed * GOOD_ANSWERS_A_PLACE) return;
    goodInARow = 0;
    change(allowed + 1);
  }

  function admit(): void {
    while (taken < allowed && waiting.length > 0) {
      taken++;
      waiting.shift()!();
    }
  }

  return {
    enter(signal) {
      return new Promise((resolve, reject) => {
        const admitted = (): void => {
          signal.removeEventListener('abort', onAbort);
          const enteredIn = era;
          resolve({
            leave(outcome) {
              taken--;
              learn(outcome, enteredIn);
              admit();
            },
          });
        };
        const onAbort = (): void => {
          const place = waiting.indexOf(admitted);
          if (place !== -1) waiting.splice(place, 1);
          reject(signal.reason);
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener('abort', onAbort);
        waiting.push(admitted);
        admit();
      });
    },
  };
}
