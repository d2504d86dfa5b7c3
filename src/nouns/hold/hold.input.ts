import { z } from 'zod';
import { proseField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { HOLD_KINDS } from './hold.rules.ts';

const REASON_LENGTH_MAX = 1_000;

/** Every member is required: a client that forgets a variable must not hold everything by mistake. */
export const HoldInput = z.strictObject({
  kind: typeNamed('HoldKind', z.enum(HOLD_KINDS)).describe('What to hold.'),
  reason: proseField(REASON_LENGTH_MAX).describe('Why. It is for operators only, and stored encrypted.'),
});

export const LiftHoldInput = z.strictObject({
  reason: proseField(REASON_LENGTH_MAX).describe('Why. It is for operators only, and stored encrypted.'),
});

/** The filters of a list of holds. */
export const HOLD_FILTERS = {
  standing: z.boolean().describe('Only standing holds (true), or only lifted holds (false).').optional(),
  kind: typeNamed('HoldKind', z.enum(HOLD_KINDS)).describe('Only holds of this kind.').optional(),
  object_id: typeNamed('ID', z.string())
    .describe('Only holds on this settlement, customer or partner itself.')
    .optional(),
};
export type HoldFilter = z.output<z.ZodObject<typeof HOLD_FILTERS>>;

export const ListHoldsInput = pageInput('hld', HOLD_FILTERS);
