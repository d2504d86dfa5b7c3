import type { Kysely } from 'kysely';
import { z } from 'zod';
import { textField } from '../../../kernel/input/fields.ts';
import { type ListLength, mapPage } from '../../../kernel/page.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { countUpToMax } from '../../../pipeline/rows/counted-rows.ts';
import { findPage, pageInput } from '../../../pipeline/rows/find-page.ts';
import { locateOwner, ownedAmong } from '../../../pipeline/rows/tenancy.ts';
import { hasReference, payoutHashes } from '../payout-reference.ts';
import { LISTED_COLUMNS } from '../proven-settlements.ts';
import { listedSettlement } from './listed-settlement.ts';

const FILTERS = { reference: textField() };

/** Settlements whose payout has a reference, newest first. Partners do not see the references of payouts. */
export const listSettlementsByReference = defineQuery({
  name: 'listSettlementsByReference',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('fun', FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input: { reference, ...page } }) {
    const found = withReference(context, owner, reference).select(LISTED_COLUMNS).$call(throughManyRows);
    const { rows, ...ends } = await findPage(found, page);
    // A hash is not under the MAC of its row.
    const own = rows.filter((row) => hasReference(context, row, reference));
    return mapPage({ ...ends, rows: own }, (row) => listedSettlement(context, row));
  },
});

/** The length of this list, counted in the index. */
export const countSettlementsByReference = defineQuery({
  name: 'countSettlementsByReference',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(FILTERS),
  locate: locateOwner,
  run: (context, { subject: owner, input: { reference } }): Promise<ListLength> =>
    countUpToMax(context.db, withReference(context, owner, reference).select('id')),
});

/** The settlements of a partner, or of all partners if it is null. */
const withReference = (
  context: Pick<QueryContext, 'referenceHash'> & { readonly db: Kysely<Tables> },
  owner: string | null,
  reference: string,
) =>
  context.db
    .selectFrom('instant_settlement')
    .where(ownedAmong(owner))
    .where('disbursement_reference_hash', 'in', payoutHashes(context, reference));
