import { ConfigError } from '../../kernel/config-error.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Engine } from '../../engine/sql/engine.ts';

/** The kinds of gateways. Neither kind uses a database or a backup of the other. */
type Kind = 'live' | 'sandbox';

const ROW = 'gateway';

const kindOf = ({ sandbox }: { readonly sandbox: boolean }): Kind => (sandbox ? 'sandbox' : 'live');

/**
 * Throws ConfigError if a database belongs to the other kind of gateway. Changes nothing, and needs no migration: a
 * database with a partner and without a kind is of a version that had no sandbox.
 */
export async function requireDatabaseOfKind(
  engine: Pick<Engine, 'firstOf'>,
  config: { readonly sandbox: boolean },
): Promise<void> {
  const written = await engine.firstOf('gateway_kind.kind');
  const found = written ?? ((await engine.firstOf('partner.id')) === null ? null : 'live');
  if (found !== null && found !== kindOf(config)) throw ofOtherKind(config);
}

/** Writes the kind at the first start. Throws ConfigError if a gateway of the other kind was faster. */
export async function writeKind(
  { reads, writes }: Pick<Database, 'reads' | 'writes'>,
  config: { readonly sandbox: boolean },
): Promise<void> {
  const written = reads.selectFrom('gateway_kind').select('kind').where('id', '=', ROW);
  if ((await written.executeTakeFirst()) === undefined)
    await writes
      .insertInto('gateway_kind')
      .values({ id: ROW, kind: kindOf(config) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  if ((await written.executeTakeFirstOrThrow()).kind !== kindOf(config)) throw ofOtherKind(config);
}

const ofOtherKind = ({ sandbox }: { readonly sandbox: boolean }): ConfigError =>
  new ConfigError(
    sandbox
      ? 'The database (DATABASE_URL, by default in DATA_DIR) belongs to a live gateway, and SANDBOX is on: name another database for the sandbox.'
      : 'The database (DATABASE_URL, by default in DATA_DIR) belongs to a sandbox, and SANDBOX is off: set SANDBOX=on, or name the database of the live gateway.',
  );

/** Throws ConfigError if a backup was made of the other kind of gateway. */
export function requireBackupOfKind(
  backup: { readonly sandbox?: boolean | undefined },
  { sandbox }: { readonly sandbox: boolean },
): void {
  if ((backup.sandbox ?? false) === sandbox) return;
  throw new ConfigError(
    sandbox
      ? 'The backup is of a live gateway, and SANDBOX is on; a backup is never restored as a sandbox.'
      : 'The backup is of a sandbox, and SANDBOX is off; it is never restored as a live gateway.',
  );
}
