import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freshCluster, type PostgresServer, startOn } from './server.ts';

/** Debian's folder, with a folder for each version. */
const VERSIONS = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/**
 * The folder of a PostgreSQL that is installed on this machine, server and clients; null if there is none. The package
 * of the other tests has no clients, and `pg_dump` refuses a server that is newer than itself.
 */
export function installedPrograms(): string | null {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(VERSIONS, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name)))) ?? null;
}

/** A server of that version. */
export const startInstalled = (folder: string): Promise<PostgresServer> =>
  startOn(freshCluster, {}, { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') });
