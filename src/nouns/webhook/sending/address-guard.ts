import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not on the public internet: multicast, and those that IANA registers for a special purpose. Each
 * form of IPv6 that contains an IPv4 address is refused (`::/96`, `64:ff9b::/96`, `2002::/16`, `2001::/23`), because a
 * network that translates addresses would reach that IPv4 address.
 */
const SPECIAL: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  // Not `::ffff:0:0/96`: Node would compare IPv4 addresses with it too. Node recognises IPv4 addresses in that form by
  // itself.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const special = listOf(SPECIAL);

/** The public internet uses only this range. */
const globalV6 = listOf([['2000::', 3]]);

type Family = 'ipv4' | 'ipv6';

export function familyOf(address: string): Family | null {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)] ?? null;
}

/** Whether an address is on the public internet. False if the text is not an address. */
export function isPublic(address: string): boolean {
  const family = familyOf(address);
  // An address with a zone (`fe80::1%eth0`) is link-local.
  if (family === null || address.includes('%') || special.check(address, family)) return false;
  return family === 'ipv4' || globalV6.check(address, 'ipv6');
}

/** Receivers that are private on purpose. */
export interface Allowed {
  hasHost(host: string): boolean;
  hasAddress(address: string): boolean;
}

/** Reads WEBHOOK_ALLOW: host names, addresses, and ranges such as `10.1.0.0/16`. */
export function allowedBy(entries: readonly string[]): Allowed {
  const hosts = new Set<string>();
  const ranges: [string, number][] = [];
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (family === null) hosts.add(entry.toLowerCase());
    else ranges.push([address, prefix === undefined ? BITS[family] : Number(prefix)]);
  }
  const list = listOf(ranges);
  return {
    hasHost: (host) => hosts.has(host.toLowerCase()),
    hasAddress(address) {
      const family = familyOf(address);
      return family !== null && !address.includes('%') && list.check(address, family);
    },
  };
}

const BITS: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

function listOf(ranges: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, familyOf(address) ?? 'ipv4');
  return list;
}
