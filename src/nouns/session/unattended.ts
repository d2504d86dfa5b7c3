const unattended = new WeakSet<Request>();

/**
 * Marks a request that the gateway itself sends for a session, such as the later pages of an export. It does not count
 * as use, so the session still ends in time.
 */
export const markUnattended = (request: Request): void => void unattended.add(request);

export const isUnattended = (request: Request): boolean => unattended.has(request);
