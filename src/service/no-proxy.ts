/**
 * What NO_PROXY exempts, by curl's rules (curl, lib/noproxy.c; everything.curl.dev, "Proxy environment variables"). The library
 * proxy-from-env does not do it: it reads `process.env` and no other environment, and does not know that a name
 * exempts the names below it, nor CIDR blocks.
 */

import { BlockList, isIP } from 'node:net';

/**
 * True if `noProxy` exempts the host: `*` alone exempts all; otherwise names and addresses between commas or blanks. A name
 * exempts itself and the names below it, with or without a dot in front; an address itself, or with `/bits` its
 * block. Ports are not looked at.
 *
 * @param hostname as URLs give it: IPv6 in brackets
 */
export function isExempt(hostname: string, noProxy: string): boolean {
  if (noProxy === '*') return true;
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  const address = withoutBrackets(hostname);
  if (isIP(address) !== 0) return entries.some((entry) => holdsAddress(entry, address));
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return entries.some((entry) => holdsName(entry, name));
}

/** A host name of a URL as NO_PROXY and Node's network spell it: IPv6 without brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function holdsName(entry: string, name: string): boolean {
  const domain = entry.toLowerCase().replace(/\.$/, '').replace(/^\./, '');
  return domain !== '' && (name === domain || name.endsWith(`.${domain}`));
}

function holdsAddress(entry: string, address: string): boolean {
  const [base = '', bits, ...rest] = entry.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(base) !== isIP(address) || rest.length > 0) return false;
  const block = new BlockList();
  if (bits === undefined) {
    block.addAddress(base, family);
  } else {
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 'ipv4' ? 32 : 128)) return false;
    block.addSubnet(base, Number(bits), family);
  }
  return block.check(address, family);
}
