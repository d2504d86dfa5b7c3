import { z } from 'zod';
import { operatorsReason } from '../../kernel/input/reason.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { HOLD_KINDS } from './hold.rules.ts';

/** Every member is required, because a client that forgets a variable must not hold everything by mistake. */
export const HoldInput = z.strictObject({
  kind: typeNamed('HoldKind', z.enum(HOLD_KINDS)).describe('What to hold.'),
  reason: operatorsReason(),
});

export const LiftHoldInput = z.strictObject({
  reason: operatorsReason(),
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
