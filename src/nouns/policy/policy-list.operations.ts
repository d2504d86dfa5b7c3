import type { SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { lookupId } from '../../kernel/id.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { valueOrDamage } from '../../kernel/damage.ts';
import { unlessDamaged, valueOrForgery } from '../../engine/crypto/row-mac.ts';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineRealTimeQuery, type QueryContext } from '../../pipeline/operation.ts';
import { findPage } from '../../pipeline/rows/find-page.ts';
import { ListPoliciesInput, POLICY_FILTERS, type PolicyFilter } from './policy.input.ts';
import { presentDamagedPolicy, presentPolicy, type PolicyView } from './policy.present.ts';

/** Versions of policies, newest first, retired ones too. */
export const listPolicies = defineRealTimeQuery({
  name: 'listPolicies',
  roles: ['operator'],
  input: ListPoliciesInput,
  async run(context, { input: { limit, offset, starting_after, ending_before, from, ...filter } }) {
    const query = policiesOf(context, filter).selectAll();
    const page = await findPage(query, { limit, offset, starting_after, ending_before, from });
    return mapPage(page, (row) =>
      unlessDamaged(
        () => presentPolicy(row, context),
        () => presentDamagedPolicy(row),
      ),
    );
  },
});

export const countPolicies = defineRealTimeQuery({
  name: 'countPolicies',
  roles: ['operator'],
  input: z.strictObject(POLICY_FILTERS),
  run: (context, { input }): Promise<number> => countOfMany(policiesOf(context, input)),
});

/** Several versions by their ids, for the decisions that name them. */
export const listPoliciesById = defineRealTimeQuery({
  name: 'listPoliciesById',
  roles: ['operator'],
  input: z.strictObject({ policy_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { policy_ids } }): Promise<ReadonlyMap<string, PolicyView | Error>> {
    const rows = await context.db.selectFrom('policy').selectAll().where('id', 'in', policy_ids).execute();
    return new Map(
      rows.map((row) => [row.id, valueOrForgery(() => valueOrDamage(() => presentPolicy(row, context)))]),
    );
  },
});

function policiesOf(
  { db }: QueryContext,
  { state, partner_id, hash }: PolicyFilter,
): SelectQueryBuilder<Tables, 'policy', object> {
  return db
    .selectFrom('policy')
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? ''))
    .$if(partner_id !== undefined, (rows) => rows.where('scope', '=', lookupId(partner_id ?? '')))
    .$if(hash !== undefined, (rows) => rows.where('hash', '=', hash ?? ''));
}
