import { type LookupAddress, promises as dns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { withDeadline } from '../../../engine/async/deadline.ts';
import { type Allowed, familyOf, isPublic } from './address-guard.ts';
import { world } from '../../../kernel/world.ts';

/** Looks up all addresses of a host name. Tests replace it. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => {
  const found: LookupAddress[] = await dns.lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** The host has an address to which no request may go. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Names that by rule never have a public address (RFC 6761, RFC 8375, RFC 9476). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|alt|onion|test|invalid)\.?$/i;

/** How long the addresses of a name are kept for the request that follows the look-up. */
const KEPT_MS = 10_000;
const KEPT_MAX = 1_000;

/**
 * Names that are looked up at once: as many as requests at once. If no name server responds, the system continues a
 * look-up long after its request has given up. All look-ups of the process then queue behind it.
 */
const LOOK_UPS_MAX = 1_000;
/** Milliseconds that a client waits for the look-up of a receiver: the same as for a request to it. */
const LOOK_UP_MS = 5_000;

/** Looks up a name once for all requests that wait for it, and limits the look-ups at once. */
function sharedLookUps(resolve: Resolve): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = underWay.get(host);
    if (known !== undefined) return known;
    if (underWay.size >= LOOK_UPS_MAX)
      return Promise.reject(
        Object.assign(new Error('Too many host names are being looked up.'), { code: 'EAI_AGAIN' }),
      );
    const found = resolve(host).finally(() => underWay.delete(host));
    underWay.set(host, found);
    return found;
  };
}

/** The same text for every address and name that is not public, so that it tells nothing about the network. */
const PRIVATE_HINT =
  'to try a receiver on your own machine run `webhook listen`, or a gateway of your own with WEBHOOK_ALLOW';
const NOT_PUBLIC = `must lead to public addresses only; ${PRIVATE_HINT}`;
const NOT_HTTPS = 'must be an https URL';

/** Checks the text of a URL, and the allow-list of its host. */
function createTextGuard(allowed: Allowed) {
  const mayConnect = (host: string, address: string): boolean =>
    allowed.hasHost(host) || allowed.hasAddress(address) || isPublic(address);

  /** A local name, or a literal address that is not public. */
  const isPrivate = (host: string): boolean =>
    familyOf(host) === null ? LOCAL_NAMES.test(host) && !allowed.hasHost(host) : !mayConnect(host, host);

  /** A host in WEBHOOK_ALLOW. All of its addresses are allowed, also without TLS. */
  const isAllowedName = (host: string): boolean =>
    allowed.hasHost(host) || (familyOf(host) !== null && allowed.hasAddress(host));

  /**
   * Why a URL is refused before the look-up of its name. Node does not look up a literal address, so it is validated
   * here.
   */
  function textRefusalOf(url: string): string | null {
    const host = hostOf(url);
    if (host === null) return 'must be a URL';
    const isPlain = url.toLowerCase().startsWith('http:') && !isAllowedName(host);
    if (isPrivate(host)) return isPlain ? `${NOT_HTTPS} and ${NOT_PUBLIC}` : NOT_PUBLIC;
    return isPlain ? NOT_HTTPS : null;
  }

  return { mayConnect, isPrivate, textRefusalOf };
}

/** Decides which receivers may get requests, by the allow-list and the addresses of their names. */
export function createReceiverGuard(allowed: Allowed, resolve: Resolve) {
  const { mayConnect, isPrivate, textRefusalOf } = createTextGuard(allowed);
  const look = sharedLookUps(resolve);
  const kept = new Map<string, { readonly says: string | null; readonly until: number }>();

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isPrivate(host)) throw new AddressRefused();
    const addresses = await look(host);
    if (addresses.length === 0 || !addresses.every((address) => mayConnect(host, address)))
      throw new AddressRefused();
    return addresses;
  }

  async function saysOf(host: string): Promise<string | null> {
    try {
      await withDeadline(addressesOf(host), LOOK_UP_MS, () => new Error('No name server responds.'));
      return null;
    } catch (error) {
      return error instanceof AddressRefused ? NOT_PUBLIC : 'must have a host whose name can be looked up';
    }
  }

  return {
    async lookUp(url: string): Promise<void> {
      const host = hostOf(url);
      if (host === null || familyOf(host) !== null) return;
      const says = await saysOf(host);
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(host, { says, until: world.elapsedMs() + KEPT_MS });
    },

    refusalOf(url: string): string | null {
      const known = kept.get(hostOf(url) ?? '');
      return (
        textRefusalOf(url) ?? (known === undefined || known.until < world.elapsedMs() ? null : known.says)
      );
    },

    textRefusalOf,

    lookup: lookupBy(addressesOf),
  };
}

/** The `lookup` of `http.request`. It connects only to addresses that were validated here. */
function lookupBy(addressesOf: Resolve): LookupFunction {
  const withFamily = callbackify(async (host: string) =>
    (await addressesOf(host)).map((address) => ({ address, family: familyOf(address) === 'ipv4' ? 4 : 6 })),
  );
  return (host, { all }, done) =>
    withFamily(host, (error, found) => {
      const [first] = found ?? [];
      if (error !== null) done(error, '');
      else if (all === true) done(null, found);
      else done(null, first?.address ?? '', first?.family ?? 0);
    });
}

/** The host of a URL in the form that Node connects to: an IPv6 address without brackets. */
function hostOf(text: string): string | null {
  const host = URL.parse(text)?.hostname ?? '';
  return host === '' ? null : host.replace(/^\[|\]$/g, '');
}
