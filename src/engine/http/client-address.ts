import { isIP, isIPv6 } from 'node:net';
import { WireRequest } from './wire/wire-request.ts';

/** Returns the address from which a request came; null if it came neither over a socket nor from a proxy. */
export type ClientAddress = (request: Request) => string | null;

/**
 * The address of a client. Only the last `proxies` entries of `X-Forwarded-For` are believed, because each proxy adds
 * one; a client can invent the entries before them. An IPv6 address counts by its /64, because one client has all of
 * it. `onUnknown` is called once, if the proxies do not say where a request comes from. Then all their clients count as
 * one.
 */
export function createClientAddress(proxies: number, onUnknown: () => void = () => {}): ClientAddress {
  let wasUnknown = false;
  return (request) => {
    if (proxies === 0) return networkOf(peerOf(request));
    const claimed = addressIn(request.headers.get('x-forwarded-for')?.split(',').at(-proxies)?.trim() ?? '');
    if (claimed !== null) return networkOf(claimed);
    if (!wasUnknown) onUnknown();
    wasUnknown = true;
    return networkOf(peerOf(request));
  };
}

/** An address with the port of the client, as some proxies write it: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

/** The address of an entry; null if the entry is no address, for example `unknown`. */
function addressIn(entry: string): string | null {
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? [];
  const address = inBrackets ?? beforePort ?? entry;
  return isIP(address) === 0 ? null : address;
}

const peerOf = (request: Request): string | undefined =>
  request instanceof WireRequest ? request.message.socket.remoteAddress : undefined;

/** An IPv4 address, or the first 64 bits of an IPv6 address. */
function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.toLowerCase().split('%', 1);
  const [before = '', after = ''] = plain.split('::', 2);
  const first = before === '' ? [] : before.split(':');
  const last = after === '' ? [] : after.split(':');
  // An IPv4 address at the end stands for two groups.
  const groups = first.length + last.length + (plain.includes('.') ? 1 : 0);
  const all = [
    ...first,
    ...Array.from({ length: plain.includes('::') ? 8 - groups : 0 }, () => '0'),
    ...last,
  ];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=[\da-f])/, ''));
  return `${network.join(':')}::/64`;
}
