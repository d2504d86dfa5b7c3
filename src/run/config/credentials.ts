import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Variables that may be files in `CREDENTIALS_DIRECTORY` instead: systemd, Kubernetes and Docker provide secrets so.
 */
const SECRETS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * The variables that are set and not empty, also from files. Throws the error that `refused` makes from a sentence, if
 * the folder is missing, a file cannot be read, or a secret is in both places: a person could then change the wrong one
 * without effect.
 */
export function variablesOf(
  environment: NodeJS.ProcessEnv,
  refused: (sentence: string) => Error,
): Readonly<Record<string, string>> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) set[name] = value;
  const folder = set['CREDENTIALS_DIRECTORY'];
  if (folder === undefined) return set;
  if (!isFolder(folder)) throw refused('CREDENTIALS_DIRECTORY must be a folder that is there.');
  for (const name of SECRETS) {
    const value = contentOf(join(folder, name), () =>
      refused(`${name} in CREDENTIALS_DIRECTORY must be a file that can be read.`),
    );
    if (value === '') continue;
    if (set[name] !== undefined)
      throw refused(`${name} must be a variable or a file in CREDENTIALS_DIRECTORY, not both.`);
    set[name] = value;
  }
  return set;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The text of a file without its last line end; empty if there is no file. */
function contentOf(path: string, refused: () => Error): string {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw refused();
  }
}
