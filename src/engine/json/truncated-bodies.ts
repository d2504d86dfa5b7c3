/** Bodies with more values than the limit; the rest was not read. */
const truncatedBodies = new WeakSet<object>();
export const markTruncated = (body: object): void => void truncatedBodies.add(body);
export const isTruncated = (body: object): boolean => truncatedBodies.has(body);
