import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { mapPage } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { textsBeginning } from '../../engine/sql/text-range.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { findPage, pageInput } from '../../pipeline/rows/find-page.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import { PARTNER_FILTERS } from './partner.input.ts';
import { genuinePartner } from './partner-mac.ts';
import { PARTNERS } from './partner.rules.ts';

export const listPartners = defineQuery({
  name: 'listPartners',
  roles: ['operator'],
  input: pageInput('par', PARTNER_FILTERS),
  async run({ db, rowMacs }, { input: { name, ...page } }) {
    const query = db.selectFrom('partner').selectAll().where(beginsWith(name));
    return mapPage(await findPage(query, page), (row) => genuinePartner(rowMacs, row));
  },
});

/**
 * The length of the list. With a filter on names the partners are counted row by row, because there are only thousands.
 */
export const countPartners = defineQuery({
  name: 'countPartners',
  roles: ['operator'],
  input: z.strictObject(PARTNER_FILTERS),
  async run({ db }, { input: { name } }): Promise<number> {
    if (name === undefined) return totalOf(db, [PARTNERS]);
    return countOf(db.selectFrom('partner').where(beginsWith(name)));
  },
});

const beginsWith = (name: string | undefined) => (eb: ExpressionBuilder<Tables, 'partner'>) =>
  name === undefined ? eb.lit(true) : eb.between('name', ...textsBeginning(name));
