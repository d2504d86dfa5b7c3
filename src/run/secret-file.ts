import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { SecretKeys } from '../kernel/secret.ts';

const SECRET_BYTES = 32;

/** The secrets of SECRET_KEY, or the one that was made at the first start and is kept beside the data. */
export function openSecrets({ secretKey, dataDir }: Config): SecretKeys {
  const [first, ...rest] = (secretKey ?? keptSecret(dataDir)).split(',').map(fromHex);
  if (first === undefined) throw new ConfigError('SECRET_KEY must not be empty.');
  return [first, ...rest];
}

const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Several processes may start at once: each makes a file of its own, and the first that gets the name wins. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  const known = read(path);
  if (known !== null) return known;
  makeFolder(dataDir);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(own, path);
  } catch (error) {
    if (read(path) === null) throw error;
  } finally {
    rmSync(own);
  }
  return keptSecret(dataDir);
}

/** Not `recursive`: where a folder cannot be made at all, as under /proc, that tries for ever. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function read(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(secret))
      throw new ConfigError('The secret.key in DATA_DIR is damaged; restore it, or set SECRET_KEY.');
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
