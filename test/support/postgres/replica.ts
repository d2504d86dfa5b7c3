import { join } from 'node:path';
import { Client } from 'pg';
import { asOwner, type PostgresServer, startOn, tell } from './server.ts';

/**
 * Turns a copy of a server's files into the files of its replica. It runs as their owner, because only the owner may
 * write there.
 */
const BECOME_REPLICA = `cd "$1" && rm -f postmaster.pid && touch standby.signal &&
printf '%s' "$2" > backup_label && printf "primary_conninfo = '%s'\\n" "$3" >> postgresql.auto.conf`;

/**
 * A streaming replica of a running server, from a copy of its files, made by the steps of PostgreSQL's manual. Its
 * log has every statement that it gets.
 */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const backup = new Client({ connectionString: primary.url('postgres') });
  await backup.connect();
  try {
    return await startOn(
      async ({ data }) => {
        await backup.query("select pg_backup_start('replica', fast => true)");
        await asOwner('cp', '-R', join(primary.folder, 'data'), data);
        const { rows } = await backup.query(
          'select labelfile from pg_backup_stop(wait_for_archive => false)',
        );
        const conninfo = `host=127.0.0.1 port=${primary.port} user=fundgate`;
        await asOwner('/bin/sh', '-c', BECOME_REPLICA, 'become', data, String(rows[0]?.labelfile), conninfo);
      },
      { log_statement: 'all' },
    );
  } finally {
    await backup.end();
  }
}

/** Stops the replay of a replica; it still answers, from the state that it has. */
export const pauseReplay = (replica: PostgresServer) =>
  tell(replica.url('postgres'), 'select pg_wal_replay_pause()');
export const resumeReplay = (replica: PostgresServer) =>
  tell(replica.url('postgres'), 'select pg_wal_replay_resume()');
