const addresses = new WeakMap<Request, string>();

/** Notes from which address a request came over the network. */
export function notePeer(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, address);
}

/** The address that a request came from; one that came over no network has none. */
export const peerOf = (request: Request): string => addresses.get(request) ?? 'local';
