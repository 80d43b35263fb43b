/** The options that say how to get to the service, and whom to trust there. */

import { Option } from 'commander';
import { text } from './option-values.ts';

export interface NetworkOptions {
  readonly insecureHttp?: boolean;
  readonly caFile?: string;
}

export function insecureHttpOption(): Option {
  return new Option('--insecure-http', 'allow plain http beyond this machine');
}

export function caFileOption(): Option {
  const description =
    'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)';
  return new Option('--ca-file <file>', description).argParser(text('--ca-file'));
}
