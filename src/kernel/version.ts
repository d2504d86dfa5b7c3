import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** The version of the gateway, as its package says. */
export const version: string = readVersion();

function readVersion(): string {
  const described: unknown = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  const found: unknown = Reflect.get(Object(described), 'version');
  if (typeof found !== 'string') throw new Error('package.json has no version.');
  return found;
}
