import type { Selectable } from 'kysely';
import { timestamp } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { CommandContext, QueryContext } from '../../../pipeline/operation.ts';
import { ownerAsked } from '../../../pipeline/rows/tenancy.ts';
import { deleteEndpointsOf } from '../../webhook/endpoint/delete-endpoint.ts';

type SandboxPartnerRow = Selectable<Tables['sandbox_partner']>;

/** The partner that is meant; null for the partner who calls. */
export type OwnIds = { readonly owner_id: string | null };

/** The id of the partner that is meant. An operator must name one. */
export function partnerAsked({ caller }: Pick<QueryContext, 'caller'>, { owner_id }: OwnIds): string {
  const owner = ownerAsked(caller, owner_id);
  if (owner === null) throw refusal('resource_missing', 'Name the partner that is meant.');
  return owner;
}

const LIVING = {
  expires_at: null,
  ended_at: null,
  successor_id: null,
  purge_began_at: null,
  purged_at: null,
};

/** What a sandbox knows of a partner. One that an operator made, and that was never reset, has no row. */
export async function findSandboxPartner(
  { db }: Pick<QueryContext, 'db'>,
  id: string,
): Promise<SandboxPartnerRow> {
  const row = await db.selectFrom('sandbox_partner').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? { id, root_id: id, ...LIVING };
}

/** Ends a partner: no webhook is sent and nothing falls due any more. Its records stay until they are purged. */
export async function endSandboxPartner(
  context: CommandContext,
  row: SandboxPartnerRow,
  successor_id: string | null,
): Promise<void> {
  const ended = { ...row, ended_at: timestamp(context.now), successor_id };
  await context.db
    .insertInto('sandbox_partner')
    .values(ended)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ended_at: ended.ended_at, successor_id: ended.successor_id }),
    )
    .execute();
  await deleteEndpointsOf(context, row.id);
  await context.record({
    subject: `partner/${row.id}`,
    partnerId: row.id,
    type: 'partner.ended',
    data: successor_id === null ? {} : { successor_id },
  });
}
