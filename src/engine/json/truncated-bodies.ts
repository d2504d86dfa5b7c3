/** Bodies of which only the values up to the limit were read. */
const truncatedBodies = new WeakSet<object>();
export const markTruncated = (body: object): void => void truncatedBodies.add(body);
export const isTruncated = (body: object): boolean => truncatedBodies.has(body);
