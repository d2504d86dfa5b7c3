import type { Command } from 'commander';
import { listPartnersOfCustomers } from '../../../nouns/customer/customer.operations.ts';
import { decimalAmount } from '../../../kernel/currency.ts';
import { getInstantSettlement } from '../../../nouns/settlement/settlement.operations.ts';
import { listSettlementOutcomes } from '../../../nouns/settlement/history/settlement-outcome.operations.ts';
import {
  historyAsRead,
  listSettlementHistories,
  type SettlementChange,
} from '../../../nouns/settlement/history/settlement-history.operations.ts';
import { settlementMachine } from '../../../nouns/settlement/settlement.machine.ts';
import type { InstantSettlementView } from '../../../nouns/settlement/settlement.present.ts';
import { plainText } from '../../../kernel/plain-decimal.ts';
import { rateFacts } from '../output/rate.ts';
import type { Session } from '../session/session.ts';

/** `settlement show`. */
export function addSettlementCommands(program: Command, session: Session): void {
  const settlement = program.command('settlement').description('requests for funding').helpCommand(false);
  settlement
    .command('show <funding_id>')
    .description('show a settlement: its status and amounts, its history, and what may happen next')
    .option('--transactions', 'show its transactions too, which is recorded as an event')
    .action((funding_id: string, { transactions = false }: { transactions?: boolean }) =>
      showSettlement(session, funding_id, transactions),
    );
}

async function showSettlement(
  session: Session,
  funding_id: string,
  withTransactions: boolean,
): Promise<void> {
  const shown = await session.operate(async (perform) => {
    // Transactions that are not shown are not disclosed.
    const view = await perform(
      getInstantSettlement,
      { funding_id, customer_id: null },
      {},
      { inParts: !withTransactions },
    );
    const funding_ids = [view.funding_id];
    const owners = await perform(listPartnersOfCustomers, {}, { customer_ids: [view.customer_id] });
    const outcomes = await perform(listSettlementOutcomes, {}, { funding_ids });
    const outcome = outcomes.get(view.funding_id);
    if (outcome === undefined || outcome instanceof Error)
      throw outcome ?? new Error('An instant settlement that was shown is not there.');
    const history = historyAsRead(await perform(listSettlementHistories, {}, { funding_ids }), view);
    const { transactions, ...summary } = view;
    return {
      ...summary,
      ...(withTransactions && { transactions }),
      partner_id: owners.get(view.customer_id)?.partner_id ?? '',
      approved_kyc_revision: outcome.approved_kyc_revision,
      kyc_changed: outcome.kyc_changed,
      history: history.map(({ funding_id: _same, ...change }) => change),
      next_events: settlementMachine
        .nextEvents(view.status)
        .map((event) => ({ event, by: settlementMachine.causeOf(event) })),
    };
  });
  session.print(shown, asTable(shown), ['value']);
}

type Step = Omit<SettlementChange, 'funding_id'>;
interface Shown extends Omit<InstantSettlementView, 'transactions'> {
  readonly transactions?: InstantSettlementView['transactions'];
  readonly history: readonly Step[];
  readonly next_events: readonly { readonly event: string; readonly by: string }[];
}

/** One fact on each line, and each step of the history on its own. */
function asTable({ history, next_events, amount, transactions, ...others }: Shown): string[][] {
  return [
    ['name', 'value'],
    ['amount', `${others.currency} ${decimalAmount(amount, others.currency)}`],
    ...Object.entries(others).flatMap(([name, value]) =>
      typeof value === 'number' && name.endsWith('_rate')
        ? rateFacts(name, value)
        : [[name, plainText(value ?? 'none')]],
    ),
    ...(transactions === undefined ? [] : [['transactions', transactions.text]]),
    ...history.map((step) => ['history', lineOf(step)]),
    ['next', next_events.map(({ event, by }) => `${event} (${by})`).join(', ') || 'nothing'],
  ];
}

const lineOf = ({ step, at, actor, automatic, denial_reason }: Step): string =>
  [
    at,
    step,
    `by ${actor}`,
    ...(automatic ? ['automatic'] : []),
    ...((denial_reason ?? '') ? [denial_reason] : []),
  ].join(' ');
