import { z } from 'zod';
import { decimalAmount } from '../../../kernel/currency.ts';
import {
  historyAsRead,
  listSettlementHistories,
  type SettlementChange,
} from '../../../nouns/settlement/history/settlement-history.operations.ts';
import { listSettlementOutcomes } from '../../../nouns/settlement/history/settlement-outcome.operations.ts';
import { settlementMachine } from '../../../nouns/settlement/settlement.machine.ts';
import { getInstantSettlement } from '../../../nouns/settlement/servicing/get-settlement.operations.ts';
import { factsTable } from '../output/tables.ts';
import type { Perform } from '../session/session.ts';
import { command } from './command.ts';
import { partnersOf } from './partners-of.ts';
import { findCommand } from './settlement-find.ts';

export default {
  says: 'requests for funding',
  commands: [
    command({
      name: 'show',
      says: 'show a settlement: its status and amounts, its history, and what may happen next',
      takes: z.strictObject({
        funding_id: z.string(),
        transactions: z
          .boolean()
          .default(false)
          .describe('Also show its transactions. This is recorded as an event.'),
      }),
      places: ['funding_id'],
      async run(session, { funding_id, transactions: isWhole }) {
        const shown = await session.operate((perform) => read(perform, funding_id, isWhole));
        const { history, next_events, amount, transactions, ...others } = shown;
        const next = next_events.map(({ event, by }) => `${event} (${by})`).join(', ') || 'nothing';
        const facts = factsTable([
          ['amount', `${others.currency} ${decimalAmount(amount, others.currency)}`],
          ...Object.entries(others),
          ...(transactions === undefined ? [] : [['transactions', transactions.text] as const]),
          ...history.map((step) => ['history', lineOf(step)] as const),
          ['next', next],
        ]);
        session.print(shown, facts);
      },
    }),
    findCommand,
  ],
};

async function read(perform: Perform, id: string, isWhole: boolean) {
  // If the transactions are not shown, no disclosure is recorded.
  const ids = { funding_id: id, customer_id: null };
  const view = await perform(getInstantSettlement, ids, {}, { inParts: !isWhole });
  const funding_ids = [view.funding_id];
  const partners = await partnersOf(perform, [view.customer_id]);
  const outcomes = await perform(listSettlementOutcomes, {}, { funding_ids });
  const outcome = outcomes.get(view.funding_id);
  if (outcome === undefined || outcome instanceof Error)
    throw outcome ?? new Error('An instant settlement that was shown is not there.');
  const history = historyAsRead(await perform(listSettlementHistories, {}, { funding_ids }), view);
  const { transactions, ...summary } = view;
  return {
    ...summary,
    ...(isWhole && { transactions }),
    partner_id: partners.get(view.customer_id) ?? '',
    approved_kyc_revision: outcome.approved_kyc_revision,
    kyc_changed: outcome.kyc_changed,
    history: history.map(({ funding_id: _same, ...change }) => change),
    next_events: settlementMachine
      .nextEvents(view.status)
      .map((event) => ({ event, by: settlementMachine.causeOf(event) })),
  };
}

const lineOf = ({
  step,
  at,
  actor,
  automatic,
  denial_reason,
}: Omit<SettlementChange, 'funding_id'>): string =>
  [at, step, `by ${actor}`, automatic && 'automatic', denial_reason].filter(Boolean).join(' ');
