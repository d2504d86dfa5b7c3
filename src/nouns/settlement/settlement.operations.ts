import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { timestamp } from '../../kernel/clock.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import { dayAt } from '../../kernel/days.ts';
import { isForgery } from '../../engine/crypto/row-mac.ts';
import { lookupId } from '../../kernel/id.ts';
import { JsonText } from '../../engine/json/text.ts';
import { findKyc } from '../kyc/kyc.operations.ts';
import { isHeld } from '../hold/find-holds.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { interestRate } from '../partner/pricing.rules.ts';
import { findEvaluators } from '../policy/find-policies.ts';
import { findProvider } from '../provider/find-provider.ts';
import { defineCommand } from '../../pipeline/operation.ts';
import { memberNames } from '../../pipeline/input/read-input.ts';
import { lockFreeRows } from '../../pipeline/rows/row-locks.ts';
import { ownerOf } from '../../pipeline/rows/tenancy.ts';
import { automaticDecision } from './automatic-decision.ts';
import { standingOf } from './customer-standing.ts';
import { findSettlement } from './find-settlement.ts';
import { magicOf } from './magic-amounts.rules.ts';
import { magicDecision } from './magic-decision.ts';
import { encryptedNote, type Move, moveSettlement, submitSettlement } from './move-settlement.ts';
import {
  CreateInstantSettlementInput,
  createInstantSettlementInputOn,
  DecisionInput,
} from './settlement.input.ts';
import { rolesFor } from './settlement.machine.ts';
import { InstantSettlementView, presentSettlement, settlementAad } from './settlement.present.ts';
import { PROVEN_COLUMNS } from './proven-settlements.ts';
import { readAsOf, submissionOf } from './settlement.rules.ts';
import { requireExactSum } from './terms.rules.ts';

/** Lapsed offers that one transaction ends. */
const EXPIRY_BATCH = 100;

const READ_ONLY = memberNames(InstantSettlementView).filter(
  (name) => !memberNames(CreateInstantSettlementInput).includes(name),
);

/**
 * Requests funding for a customer. Depending on the partner's settings it is approved, and the offer accepted, in the
 * same transaction.
 */
export const createInstantSettlement = defineCommand({
  name: 'createInstantSettlement',
  roles: ['partner'],
  ignores: READ_ONLY,
  alsoNamed: { customer_rate: 'customer_id' },
  async locate(context, _ids: Record<never, string>, raw) {
    const customerId = z.looseObject({ customer_id: z.string() }).safeParse(raw).data?.customer_id;
    // Without a customer id no record can be found. The validation of the input then reports the missing id.
    const kyc =
      customerId === undefined
        ? null
        : await findKyc(context, { customer_id: lookupId(customerId), country: null });
    const at = { now: context.now, today: dayAt(context.now) };
    // In parallel, so that a remote database costs one round trip.
    const partner_id = ownerOf(context.caller);
    const [partner, provider, standing, isStopped, evaluators] = await Promise.all([
      findPartner(context, partner_id),
      findProvider(context),
      kyc === null ? null : standingOf(context.db, kyc.customer_id, at),
      // Behind the lock of the KYC record, for which a hold on the customer waits.
      kyc !== null && isHeld(context, { ...kyc, id: null, partner_id }),
      findEvaluators(context, partner_id),
    ]);
    return { kyc, partner, provider, standing, isStopped, evaluators };
  },
  input: ({ partner }) => createInstantSettlementInputOn(partner),
  form: CreateInstantSettlementInput,
  async run(context, { input, subject: { kyc, standing, ...settings } }): Promise<InstantSettlementView> {
    if (kyc === null || standing === null)
      throw new Error('Input with a customer was accepted, but none was looked for.');
    const { partner } = settings;
    const id = context.newId('fun');
    const interest_rate = interestRate(partner.interest_rate, input.currency, input.settlement_period);
    requireExactSum({ ...input, interest_rate }, 'amount');
    const draft = {
      id,
      partner_id: partner.partner_id,
      customer_id: kyc.customer_id,
      currency: input.currency,
      amount: input.amount,
      account_chargeback_rate: input.account_chargeback_rate ?? null,
      account_refund_rate: input.account_refund_rate ?? null,
      settlement_period: input.settlement_period,
      interest_rate,
      fee: null,
      repayment_order: null,
      transactions: context.vault.encrypt(input.transactions.text, settlementAad('transactions', id)),
      decision_reason: null,
      denial_reason: null,
      denial_note: null,
      disbursement_reference: null,
      disbursement_reference_hash: null,
      offer_expires_at: null,
      approved_kyc_revision: null,
      kyc_changed: 0,
      reopened: 0,
      created_at: timestamp(context.now),
    };
    const { transactions } = input;
    const about = { request: draft, transactions, kyc, standing, ...settings };
    const decided = (await magicDecision(context, about)) ?? (await automaticDecision(context, about));
    const submission: Move = { event: 'submit', data: submissionOf(draft) };
    const row = await submitSettlement(context, draft, [submission, ...decided], { kyc });
    return { ...presentSettlement(row, context, transactions), ...NOT_SENT };
  },
  losesAnswer: ({ amount }) => magicOf(amount)?.losesAnswer === true,
});

/** Nothing is owed before the money was sent. */
const NOT_SENT = { servicing: null } as const;

/** A key without the scope `read` does not see what another key has sent. GraphQL refuses the field instead. */
const WITHHELD = new JsonText('null', { isChecked: true });

/** A settlement as a key sees it that may not read what another key has sent. */
export const withheldWithoutRead = (
  { scopes }: Pick<Caller, 'scopes'>,
  view: InstantSettlementView,
): InstantSettlementView => (scopes.has('read') ? view : { ...view, transactions: WITHHELD });

/** The partner's decision on an offer. A rejection has a reason. */
export const decideInstantSettlement = defineCommand({
  name: 'decideInstantSettlement',
  roles: rolesFor('accept'),
  input: DecisionInput,
  ignores: memberNames(InstantSettlementView),
  locate: findSettlement,
  async run(context, { input, subject }): Promise<InstantSettlementView> {
    const decision_reason = encryptedNote(context, 'decision_reason', subject.id, input.reason);
    const after = await moveSettlement(context, subject, [
      { event: input.type, change: { decision_reason } },
    ]);
    return { ...presentSettlement(after, context), ...NOT_SENT };
  },
  shownTo: withheldWithoutRead,
});

interface Expired {
  /** The last offer of the batch; null if none is left. */
  readonly last: string | null;
  /**
   * The error of the first offer of the batch that could not be ended. That offer stays unchanged, and the other offers
   * are ended.
   */
  readonly damage: Error | null;
}

/** Ends a batch of the lapsed offers that follow an id. */
export const expireOffers = defineCommand({
  name: 'expireOffers',
  roles: rolesFor('expire'),
  input: z.strictObject({ after: z.string() }),
  async run(context, { input: { after } }): Promise<Expired> {
    const lapsed = await context.db
      .selectFrom('instant_settlement')
      .select(PROVEN_COLUMNS)
      .select('mac')
      .where('status', '=', 'approved')
      .where('currency', 'in', CURRENCIES)
      .where('offer_expires_at', '<=', timestamp(context.now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(EXPIRY_BATCH)
      .$call(lockFreeRows(context))
      .execute();
    let damage: Error | null = null;
    for (const row of lapsed) {
      try {
        const { denial_reason, updated_at } = readAsOf(row, context.now);
        await moveSettlement(context, row, [{ event: 'expire', change: { denial_reason, updated_at } }]);
      } catch (error) {
        if (!isForgery(error)) throw error;
        damage ??= error;
      }
    }
    return { last: lapsed.at(-1)?.id ?? null, damage };
  },
});
