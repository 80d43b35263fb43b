import type { EndDate } from '../../contract/end-date.ts';
import type { Service } from '../../service/client.ts';
import { findCredentials, type ProfileInUse, refusalHint, requireCredentials } from '../find-credentials.ts';
import { chooseNetwork } from '../network-options.ts';
import type { Ports } from '../ports.ts';
import { DEFAULT_SEED, sandboxOptions } from '../sandbox-options.ts';
import type { ReportOptions } from './options.ts';

/** A service to ask, with credentials that it may accept. */
export interface ReportSession {
  readonly service: Service;
  /** Of whom and as whom is asked: what windows that are kept belong to. */
  readonly baseUrl: string;
  readonly clientId: string;
  close(): Promise<void>;
}

/** Options in which it is settled how the end of a window is asked for. */
type SessionOptions = ReportOptions & { readonly endDate: EndDate };

/** The real service as the options say, or, with `--sandbox`, an embedded one, which has no profile. */
export async function openSession(
  options: SessionOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
  ports: Ports,
): Promise<ReportSession> {
  if (profile !== undefined) {
    const choice = await findCredentials(options, ports, await profile());
    const credentials = requireCredentials(choice, options, ports);
    const service = await ports.openService(credentials, {
      refusalHint: refusalHint(choice),
      headTimeoutMs: options.timeout,
      network: chooseNetwork(options, ports),
      endDate: options.endDate,
    });
    const { baseUrl, clientId } = credentials;
    return {
      service,
      baseUrl,
      clientId,
      close: async () => service.close(),
    };
  }
  const sandbox = await ports.startSandbox(sandboxOptions(options));
  try {
    ports.messages.hide(sandbox.credentials.token);
    const service = await ports.openService(sandbox.credentials, {
      headTimeoutMs: options.timeout,
      network: 'embedded',
      endDate: options.endDate,
    });
    return {
      service,
      baseUrl: sandboxIdentity(options),
      clientId: sandbox.credentials.clientId,
      close: async () => {
        service.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    // A server that still listens would keep the process alive.
    await sandbox.close();
    throw error;
  }
}

/** The sandbox's address changes with each run; this, with what shapes its records. */
function sandboxIdentity(options: ReportOptions): string {
  const { seed = DEFAULT_SEED, domainDates = false, exclusiveEnd = false, fault = [] } = options;
  const empty = fault.filter(({ kind }) => kind === 'empty');
  return `sandbox:${JSON.stringify([seed, domainDates, exclusiveEnd, empty])}`;
}
