const keyPattern = /^[a-z0-9_-]+(?::[a-z0-9_-]+)*$/;
const prefixPattern = /^(?:[a-z0-9_-]+:)*[a-z0-9_-]*$/;

export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Throws if a key has any other characters, because keys become parts of paths and URLs. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('A blob key is made of segments of [a-z0-9_-], separated by colons.');
  return key;
}

export function checkPrefix(prefix: string): string {
  if (!prefixPattern.test(prefix)) throw new Error('A blob prefix is the beginning of a blob key.');
  return prefix;
}
