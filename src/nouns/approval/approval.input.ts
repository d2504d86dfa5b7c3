import { z } from 'zod';
import { operatorsReason } from '../../kernel/input/reason.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { TWO_PEOPLE_OPERATIONS } from '../../kernel/two-people.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { APPROVAL_STATUSES } from './approval.rules.ts';

export const RefusePendingInput = z.strictObject({
  reason: operatorsReason(),
});

/** The filters of what waits for a second person. */
export const PENDING_FILTERS = {
  operation: typeNamed('TwoPeopleOperation', z.enum(TWO_PEOPLE_OPERATIONS))
    .describe('Only changes of this kind.')
    .optional(),
  object_id: typeNamed('ID', z.string()).describe('Only changes of this record itself.').optional(),
  funding_id: typeNamed('ID', z.string()).describe('Only changes that are about this settlement.').optional(),
};

/** The filters of all changes that needed two people. */
export const APPROVAL_FILTERS = {
  status: typeNamed('ApprovalStatus', z.enum(APPROVAL_STATUSES))
    .describe('Only those with this status.')
    .optional(),
  ...PENDING_FILTERS,
};
export type ApprovalFilter = z.output<z.ZodObject<typeof APPROVAL_FILTERS>>;

export const ListApprovalsInput = pageInput('apv', APPROVAL_FILTERS);
