import { forgedRow } from '../../engine/crypto/row-mac.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { type ProviderRow, type ProviderSettingsView, presentProvider } from './provider.present.ts';
import { PROVIDER_ID } from './provider.rules.ts';
import { providerAad, requireGenuineProvider } from './provider-mac.ts';

const settingsIn = ({ db }: Pick<QueryContext, 'db'>) =>
  db.selectFrom('provider_settings').selectAll().where('id', '=', PROVIDER_ID);

const settingsById = statement((db, { id }: { id: string }) =>
  db.selectFrom('provider_settings').selectAll().where('id', '=', id),
);

/** The present settings of the provider. Throws `service_unavailable` if the gateway did not write them. */
export async function findProvider(
  context: Pick<QueryContext, 'db' | 'rowMacs'>,
): Promise<ProviderSettingsView> {
  return presentProvider(await findProviderRow(context));
}

/** The row of the settings, not locked. */
export async function findProviderRow(context: Pick<QueryContext, 'db' | 'rowMacs'>): Promise<ProviderRow> {
  const [row] = await settingsById(context.db, { id: PROVIDER_ID });
  return genuine(context, row);
}

/**
 * The settings, for a transaction that posts to the books. Until it ends, no operator closes books or changes the
 * settings; other transactions may post.
 */
export async function findProviderToPost(
  context: Pick<QueryContext, 'db' | 'rowMacs' | 'rowLocks'>,
): Promise<ProviderSettingsView> {
  const [row] = await settingsToPost(context.db, { id: PROVIDER_ID }, context.rowLocks ? 'locked' : 'free');
  return presentProvider(genuine(context, row));
}

const settingsToPost = statement((db, { id }: { readonly id: string }, lock: 'locked' | 'free') =>
  db
    .selectFrom('provider_settings')
    .selectAll()
    .where('id', '=', id)
    .$if(lock === 'locked', (rows) => rows.forShare()),
);

/** The row of the settings, locked until the transaction ends. */
export async function lockProvider(context: QueryContext): Promise<ProviderRow> {
  return genuine(context, await settingsIn(context).$call(lockRows(context)).executeTakeFirst());
}

/** Every gateway has the row since its start, so a missing one was removed. */
function genuine({ rowMacs }: Pick<QueryContext, 'rowMacs'>, row: ProviderRow | undefined): ProviderRow {
  if (row === undefined) throw forgedRow(providerAad(PROVIDER_ID));
  requireGenuineProvider(rowMacs, row);
  return row;
}
