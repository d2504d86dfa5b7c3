import type { ClientAddress } from '../../engine/http/client-address.ts';
import { createWrongKeys, type WrongKeysOptions } from './wrong-keys.ts';

/** Wrong or missing keys, wrong cookies and failed sign-ins of one address in a minute: too few to guess or to flood. */
const WRONG_MAX = 20;

/** Limits the requests of clients that have shown nothing right, by the address that they come from. */
export interface AddressLimit {
  /** Throws `rate_limited` if too much from the address of a request was wrong. */
  require(request: Request): void;
  /** Counts something wrong. */
  note(request: Request): void;
}

/** A request without a socket has no address, and comes from the gateway itself. */
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
