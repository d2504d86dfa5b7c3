import { z } from 'zod';
import type { Command, CommandContext, Ids } from '../../pipeline/operation.ts';
import { finishing } from '../../pipeline/gate.ts';
import { perform } from '../../pipeline/perform.ts';
import { authorize } from '../../pipeline/precheck.ts';
import type { Matter } from '../../pipeline/matter.ts';
import type { Finish } from '../../pipeline/second-person.ts';
import { createApiKey, rotateApiKey } from '../api-key/api-key.operations.ts';
import { createPartner } from '../api-key/create-partner.operations.ts';
import { liftHold } from '../hold/hold.operations.ts';
import { confirmOperator } from '../operator/confirm-operator.operations.ts';
import { createOperator, disableOperator } from '../operator/operator.operations.ts';
import { updateOperator } from '../operator/update-operator.operations.ts';
import { updatePartner } from '../partner/partner.operations.ts';
import { publishPolicy, retirePolicy } from '../policy/policy.operations.ts';
import { closeBooks, updateProviderSettings } from '../provider/provider.operations.ts';
import { importRepayments, recordRepayments } from '../repayment/bulk/record-repayments.operations.ts';
import {
  confirmRepayment,
  recordRepayment,
  repayInstantSettlement,
  reverseRepayment,
} from '../repayment/receipt.operations.ts';
import type { SettlementIds } from '../settlement/find-settlement.ts';
import { SERVICING_OPERATIONS, undoEntryStep } from '../settlement/servicing/servicing.operations.ts';
import { OPERATOR_STEPS } from '../settlement/underwriting/underwriting.operations.ts';

/** What was sent with a change that waits. */
interface Sent {
  readonly ids: Ids;
  readonly input: unknown;
}

/** An operation that may wait for a second person. */
interface WaitingOperation {
  readonly name: string;
  /**
   * Runs it for the second person. `approve` gets the present object, and throws if the operation may not run. The
   * function that it returns is called after the operation.
   */
  run(
    context: CommandContext,
    sent: Sent,
    approve: (matter: Matter | null) => Promise<Finish>,
  ): Promise<void>;
}

const waiting: WaitingOperation[] = [];

/** Adds an operation to the table, if it may need two people. `ids` reads its ids from an approval. */
function add<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  ids: z.ZodType<RunIds>,
  operation: Command<RunIds, Schema, Subject, View>,
): void {
  const { name, twoPeople } = operation;
  if (twoPeople === undefined) return;
  waiting.push({
    name,
    async run(context, sent, approve) {
      authorize(operation, context.caller);
      const call = { ids: ids.parse(sent.ids), input: sent.input };
      await perform(operation, context, call, async (given) =>
        finishing(operation, await approve(await twoPeople.matter(context, given))),
      );
    },
  });
}

const NO_IDS = z.strictObject({});
const FUNDING_ID = z.strictObject({ funding_id: z.string() });
const OPERATOR_ID = z.strictObject({ operator_id: z.string() });
const PARTNER_ID = z.strictObject({ partner_id: z.string() });
const POLICY_ID = z.strictObject({ policy_id: z.string() });
const REPAYMENT_ID = z.strictObject({ repayment_id: z.string() });
const SETTLEMENT_IDS: z.ZodType<SettlementIds> = z.strictObject({
  funding_id: z.string(),
  customer_id: z.string().nullable(),
});

for (const step of [...OPERATOR_STEPS, ...SERVICING_OPERATIONS])
  step((operation) => add(SETTLEMENT_IDS, operation));
undoEntryStep((operation) => add(z.strictObject({ entry_id: z.string() }), operation));
add(FUNDING_ID, recordRepayment);
add(REPAYMENT_ID, confirmRepayment);
add(FUNDING_ID, repayInstantSettlement);
add(REPAYMENT_ID, reverseRepayment);
add(NO_IDS, recordRepayments);
add(NO_IDS, importRepayments);
add(NO_IDS, closeBooks);
add(z.strictObject({ hold_id: z.string() }), liftHold);
add(NO_IDS, updateProviderSettings);
add(NO_IDS, createPartner);
add(PARTNER_ID, updatePartner);
add(z.strictObject({ partner_id: z.string().nullable() }), createApiKey);
add(z.strictObject({ key_id: z.string() }), rotateApiKey);
add(NO_IDS, createOperator);
add(OPERATOR_ID, updateOperator);
add(OPERATOR_ID, disableOperator);
add(OPERATOR_ID, confirmOperator);
add(POLICY_ID, publishPolicy);
add(POLICY_ID, retirePolicy);

/** The operations that may wait for a second person, by name. */
export const WAITING_OPERATIONS: ReadonlyMap<string, WaitingOperation> = new Map(
  waiting.map((operation) => [operation.name, operation]),
);
