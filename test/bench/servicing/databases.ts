import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';

/** A place for a ground: null for SQLite. */
export interface Place {
  readonly name: string;
  readonly server: PostgresServer | null;
  readonly database: string | null;
}

/** Measures on SQLite, on PostgreSQL with fsync, or on both. */
export async function onDatabases(names: string, measure: (place: Place) => Promise<void>): Promise<void> {
  const wanted = names.split(',');
  if (wanted.includes('sqlite')) await measure({ name: 'SQLite', server: null, database: null });
  if (!wanted.includes('postgres')) return;
  await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' });
  await measure({ name: 'PostgreSQL', server, database: await server.create('servicing') });
}

export const median = (all: readonly number[]): number => quantile(all, 0.5);

export const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * at))] ?? NaN;
