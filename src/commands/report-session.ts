import type { Service } from '../service/client.ts';
import { findCredentials, loginHint, requireCredentials } from './credential-options.ts';
import { chooseNetwork } from './network-options.ts';
import type { Ports } from './ports.ts';
import type { ReportOptions } from './report-options.ts';
import { sandboxOptions } from './sandbox-options.ts';

/** A service to ask, with credentials that it may accept. */
export interface ReportSession {
  readonly service: Service;
  /** The format that the profile in use prefers. */
  readonly profileFormat: string | undefined;
  close(): Promise<void>;
}

/** The real service as the options say, or, with `--sandbox`, an embedded one. */
export async function openSession(options: ReportOptions, ports: Ports): Promise<ReportSession> {
  if (options.sandbox !== true) {
    const choice = await findCredentials(options, ports);
    const credentials = requireCredentials(choice, options, ports);
    const service = await ports.openService(credentials, {
      loginHint: loginHint(choice.profileName),
      headTimeoutMs: options.timeout,
      network: chooseNetwork(options, ports),
    });
    return { service, profileFormat: choice.profile?.format, close: async () => service.close() };
  }
  const sandbox = await ports.startSandbox(sandboxOptions(options));
  ports.messages.hide(sandbox.credentials.token);
  const service = await ports.openService(sandbox.credentials, {
    headTimeoutMs: options.timeout,
    network: 'embedded',
  });
  return {
    service,
    profileFormat: undefined,
    close: async () => {
      service.close();
      await sandbox.close();
    },
  };
}
