import { z } from 'zod';
import { digits } from '../../engine/http/read-query.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import { dateField, momentField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { limitField } from '../../pipeline/rows/find-page.ts';
import { placeOf } from './statement-cursor.ts';

const cursorField = () =>
  z.string().transform((text, { issues }) => {
    const place = placeOf(text);
    if (place !== null) return place;
    issues.push({ code: 'custom', message: 'must be a cursor that a statement gave', input: text });
    return z.NEVER;
  });

/** The part of a statement that is read. */
const PART = {
  from: dateField().describe('The first day, by `posted_on`; the beginning when absent.').nullish(),
  until: dateField().describe('The last day, by `posted_on`; the end when absent.').nullish(),
  known_at: typeNamed('DateTime', momentField('end'))
    .describe(
      'Only what was recorded until this moment; now when absent. A day ends with its last second in UTC.',
    )
    .nullish(),
  limit: digits(limitField()),
  after: cursorField()
    .describe('`next_cursor` of the previous page. Its pages show what was known at the first one.')
    .nullish(),
};

/** The statement of one settlement. */
export const SettlementStatementInput = z.strictObject(PART);
export type SettlementStatementInput = z.output<typeof SettlementStatementInput>;

/** The statement of all settlements of a partner in one currency. */
export const StatementInput = z.strictObject({
  currency: z.enum(CURRENCIES).describe('ISO 4217, such as HKD.'),
  ...PART,
});
