import { createAddressLimit } from '../../pipeline/limits/address-limit.ts';
import { createClientAddress } from '../../engine/http/client-address.ts';
import { createShares } from '../../pipeline/limits/shares.ts';
import { type RateLimitShare, sharingProcesses } from '../../pipeline/limits/sharing-processes.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { createCallers } from './callers.ts';
import { createSessions } from './sessions.ts';

interface ClientOptions {
  /** Whether there is a console. */
  readonly console: boolean;
  readonly trustProxy: number;
  readonly rateLimitShare: RateLimitShare;
  readonly requestsPerSecond: number | null;
  readonly uploadsMax: number;
}

/** The parts that tell clients apart and limit each of them. */
export function clientParts(gateway: Gateway, config: ClientOptions, onNoAddress: () => void) {
  const clientAddress = createClientAddress(config.trustProxy, onNoAddress);
  const processes = sharingProcesses(config.rateLimitShare, gateway.processes);
  const addressLimit = createAddressLimit(clientAddress, { ...gateway, processes });
  const sessions = config.console ? createSessions(gateway, addressLimit) : null;
  const shares = createShares({ ...config, ...gateway });
  const callers = createCallers(gateway, { sessions, shares, addressLimit });
  return { clientAddress, processes, addressLimit, sessions, callers };
}
