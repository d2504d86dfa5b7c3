import type { ClientAddress } from '../../engine/http/client-address.ts';
import { createWrongKeys, type WrongKeysOptions } from './wrong-keys.ts';

/**
 * Wrong or missing keys, wrong cookies and failed sign-ins of one address in a minute. With so few, a client can
 * neither guess a key nor flood the gateway.
 */
const WRONG_MAX = 20;

/** Limits the requests of clients without any valid proof of who they are, by their address. */
export interface AddressLimit {
  /** Throws `rate_limited` if the address of a request has too many faults. */
  require(request: Request): void;
  /** Counts a fault. */
  note(request: Request): void;
}

/** A request without a socket has no address; it comes from the gateway itself. */
export function createAddressLimit(clientAddress: ClientAddress, options: WrongKeysOptions): AddressLimit {
  const wrong = createWrongKeys(WRONG_MAX, options);
  return {
    require(request) {
      const address = clientAddress(request);
      if (address !== null) wrong.requireFew(address);
    },
    note(request) {
      const address = clientAddress(request);
      if (address !== null) wrong.note(address);
    },
  };
}
