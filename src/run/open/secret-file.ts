import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import { writeFirst } from '../../engine/files/durable.ts';
import { OTHERS } from '../../engine/files/private-folder.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import { world } from '../../kernel/world.ts';

const SECRET_BYTES = 32;

type SecretConfig = Pick<Config, 'secretKey' | 'dataDir'>;

/** The secrets of SECRET_KEY, or of the file in DATA_DIR; null if there is neither. Creates nothing. */
export function readSecrets({ secretKey, dataDir }: SecretConfig): SecretKeys | null {
  const text = secretKey ?? read(pathIn(dataDir));
  if (text === null) return null;
  const [first, ...rest] = text.split(',').map(fromHex);
  if (first === undefined) throw new ConfigError('SECRET_KEY must not be empty.');
  return [first, ...rest];
}

/** Creates a secret in DATA_DIR. If several processes start at once, all get the secret of the first. */
export async function makeSecret(dataDir: string): Promise<SecretKeys> {
  await writeFirst(pathIn(dataDir), `${world.bytes(SECRET_BYTES).toString('hex')}\n`);
  const made = readSecrets({ secretKey: null, dataDir });
  if (made === null)
    throw new ConfigError('The secret.key in DATA_DIR was removed while the gateway started.');
  return made;
}

const pathIn = (dataDir: string): string => join(dataDir, 'secret.key');

const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

function read(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(secret))
      throw new ConfigError('The secret.key in DATA_DIR is damaged; restore it, or set SECRET_KEY.');
    requirePrivate(path);
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Throws if other accounts can read the file, like ssh with a private key: a person has to decide what to do. */
function requirePrivate(path: string): void {
  const mode = statSync(path).mode & 0o777;
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  throw new ConfigError(
    `The secret.key in DATA_DIR is open to others (mode 0${mode.toString(8)}); make it 0600, and change the secret if others may have read it.`,
  );
}
