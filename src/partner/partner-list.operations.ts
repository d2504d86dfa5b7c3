import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { textField } from '../kernel/fields.ts';
import { mapPage } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';
import { findPage, pageInput } from '../pipeline/find-page.ts';
import { defineQuery, nothing } from '../pipeline/operation.ts';
import { totalOf } from '../pipeline/counter.ts';
import { presentPartner } from './partner.present.ts';
import { PARTNERS } from './partner.rules.ts';

/** `name` is the beginning of one, as it is written. */
const FILTERS = { name: textField().optional() };

export const listPartners = defineQuery({
  name: 'listPartners',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('par', FILTERS),
  locate: nothing,
  async run({ db }, { input: { name, ...page } }) {
    const query = db.selectFrom('partner').selectAll().where(beginsWith(name));
    return mapPage(await findPage(query, page), presentPartner);
  },
});

/** How many partners the list has in all. Those of a name are counted one by one: there are thousands, not millions. */
export const countPartners = defineQuery({
  name: 'countPartners',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(FILTERS),
  locate: nothing,
  async run({ db }, { input: { name } }): Promise<number> {
    if (name === undefined) return totalOf(db, [PARTNERS]);
    const { count } = await db
      .selectFrom('partner')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .where(beginsWith(name))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
});

/** The last character there is: it ends every text that begins alike. */
const LAST = '\u{10ffff}';

const beginsWith = (name: string | undefined) => (eb: ExpressionBuilder<Tables, 'partner'>) =>
  name === undefined ? eb.lit(true) : eb.between('name', name, name + LAST);
