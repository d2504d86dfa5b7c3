const keyPattern = /^[a-z0-9_-]+(?::[a-z0-9_-]+)*$/;
const prefixPattern = /^(?:[a-z0-9_-]+:)*[a-z0-9_-]*$/;

export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/** A key goes into the paths and URLs of storages, so nothing but the plainest characters may be in it. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('A blob key is made of segments of [a-z0-9_-], separated by colons.');
  return key;
}

export function checkPrefix(prefix: string): string {
  if (!prefixPattern.test(prefix)) throw new Error('A blob prefix is the beginning of a blob key.');
  return prefix;
}
