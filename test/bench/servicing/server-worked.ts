import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../support/postgres/server.ts';

/** Nanoseconds that the running processes of a server have worked; 0 without a server. */
export function serverWorked(server: PostgresServer | null): number {
  if (server === null) return 0;
  const [postmaster] = readFileSync(join(server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOf(name, postmaster ?? ''))
    .reduce((sum, pid) => sum + workedBy(pid), 0);
}

/** Whether it is the process itself or a child of it. */
function isOf(pid: string, parent: string): boolean {
  if (pid === parent) return true;
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')')).split(' ')[2] === parent;
}

const workedBy = (pid: string): number => Number(read(`/proc/${pid}/schedstat`).split(' ', 1)[0]);

/** Empty if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
