/** The ports of runs that go on at once: what they say has its client's name in front, and they share what there is one of. */

import type { Messages } from '../../output/messages.ts';
import { describeWait } from '../../pipeline/retry.ts';
import type { Ports } from '../ports.ts';
import { retryLimits } from './options.ts';
import type { Wanted } from './wanted.ts';

interface SharedPorts {
  /** Those of one client's run, which `signal` ends. */
  portsFor(profile: string, signal: AbortSignal): Ports;
  /** One more run is over. */
  done(): void;
  stop(): void;
}

/** One service answers them all: a pause that it asks for, and the places for requests, are those of all runs together. */
export function sharePorts({ options, concurrency }: Wanted, runCount: number, ports: Ports): SharedPorts {
  const progress = ports.createProgress();
  /** The first client that got an answer, by the answer's hash. */
  const owners = new Map<string, string>();
  let runsDone = 0;
  let latest = '';
  const show = (): void => progress.update(`${runsDone}/${runCount} profiles, ${latest}`);
  const retry = ports.createRetryPolicy({
    ...retryLimits(options),
    concurrency,
    onWait: (wait) => ports.messages.verbose(`${wait.error.message}: ${describeWait(wait)}`),
  });
  return {
    portsFor: (profile, signal) => ({
      ...ports,
      signal,
      messages: named(ports.messages, profile),
      createProgress: () => ({
        update(text) {
          latest = `${profile} ${text}`;
          show();
        },
        stop: () => undefined,
      }),
      createRetryPolicy: () => retry,
      findSameAnswer(hash) {
        const owner = owners.get(hash) ?? profile;
        owners.set(hash, owner);
        return owner === profile ? undefined : owner;
      },
    }),
    done() {
      runsDone++;
      show();
    },
    stop: progress.stop,
  };
}

function named(messages: Messages, profile: string): Messages {
  const name = (text: string): string => `${profile}: ${text}`;
  return {
    ...messages,
    warning: (text) => messages.warning(name(text)),
    note: (text) => messages.note(name(text)),
    omission: (text, severity) => messages.omission(name(text), severity),
    summary: (text) => messages.summary(name(text)),
    verbose: (text) => messages.verbose(name(text)),
    debug: (text) => messages.debug(name(text)),
  };
}
