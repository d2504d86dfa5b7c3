import { Client } from 'pg';
import { asksForOtherThanPrimary, serverUrls } from '../../engine/postgres/connections/server-urls.ts';

/** System calls that fail if a file cannot be read. Connecting to a server does not use them. */
const FILE_CALLS: ReadonlySet<unknown> = new Set(['open', 'read']);

/** Throws if the driver cannot read the URL of a server, or a certificate or key that the URL names. */
export function requireAddress(url: string): void {
  if (asksForOtherThanPrimary(url))
    throw Object.assign(new Error('Another server than the primary is asked for.'), { code: 'NO_PRIMARY' });
  try {
    for (const server of serverUrls(url)) void new Client({ connectionString: server });
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error) || !FILE_CALLS.has(error.syscall)) throw error;
    throw Object.assign(new Error('A file of TLS cannot be read.', { cause: error }), {
      code: 'NO_TLS_FILE',
    });
  }
}
