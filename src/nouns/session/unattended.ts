const unattended = new WeakSet<Request>();

/**
 * Marks a request that the gateway sends for a session on its own, such as the later pages of an export.
 * The session does not count as used by it, and ends in time.
 */
export const markUnattended = (request: Request): void => void unattended.add(request);

export const isUnattended = (request: Request): boolean => unattended.has(request);
