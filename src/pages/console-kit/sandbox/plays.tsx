import { useState } from 'preact/hooks';
import { type Once, run, toApiError } from '../api.ts';
import { Field, typed } from '../dialog.tsx';
import { money } from '../format.ts';
import {
  NewestRepaymentDocument,
  PlayKycDocument,
  PlayRepaymentDocument,
  PlaySalesDocument,
  PlaySettlementDocument,
  type SandboxKycEvent,
  type SandboxRepaymentEvent,
  type SandboxSettlementEvent,
} from '../generated/graphql.ts';
import { Button, say } from '../parts.tsx';
import { mayDo } from '../session-state.ts';
import { StepButtons, useSteps } from '../steps.tsx';
import { useLoad } from '../use-load.ts';

/** The names of the buttons, in the order of the life of a settlement. An event without one is a compile error. */
const SETTLEMENT: Readonly<Record<SandboxSettlementEvent, string>> = {
  APPROVE: 'Approve',
  DENY: 'Deny',
  WITHDRAW: 'Withdraw',
  REVOKE: 'Revoke',
  DISBURSE: 'Disburse',
  RETURN: 'Return the payout',
  REPAY: 'Repay all',
  WAIVE: 'Waive the fee',
  EXTEND: 'Extend by a week',
  WRITE_OFF: 'Write off',
  REFUND_EXCESS: 'Refund the excess',
};
const REPAYMENT: Readonly<Record<SandboxRepaymentEvent, string>> = {
  CONFIRM: 'Confirm',
  DECLINE: 'Decline',
  REVERSE: 'Bounce',
};
const KYC: Readonly<Record<SandboxKycEvent, string>> = {
  COMPLETE: 'Complete',
  REQUEST_DOCUMENT: 'Ask for a document again',
  NAME_HIT: 'Name on a list',
};

const isEventOf = <Event extends string>(
  names: Readonly<Record<Event, string>>,
  name: string,
): name is Event => Object.hasOwn(names, name);

interface Options {
  readonly settlement: {
    readonly id: string;
    readonly currency: string;
    readonly updatedAt: string;
    readonly customer: { readonly id: string };
  };
  /** Called when something was played. */
  readonly changed: () => void;
}

/** A button for everything that can be played with a settlement in a sandbox. */
export function Plays({ settlement, changed }: Options) {
  const { id, updatedAt, customer } = settlement;
  const { data, refresh } = useLoad(`${id} ${updatedAt}`, () => run(NewestRepaymentDocument, { id }));
  const newest = data?.instantSettlement?.repayments.nodes[0];
  const done = (sentence: string) => {
    say(sentence);
    refresh();
    changed();
  };
  const { begin, dialog } = useSteps({ done });
  if (!mayDo('WRITE')) return null;

  return (
    <section class="card plays" aria-label="Play">
      <h2>Play</h2>
      <p class="faint">What the provider, the bank and the payer do, at the time of the partner’s clock.</p>
      <div class="play-row" role="group" aria-label="Play with the settlement">
        <Buttons
          names={SETTLEMENT}
          done={done}
          send={(event) => run(PlaySettlementDocument, { id, event })}
        />
        <StepButtons steps={[salesOf(settlement)]} begin={begin} look="plain" />
      </div>
      {newest !== undefined && (
        <>
          <h3>The newest repayment, {money(newest.amount, newest.currency)}</h3>
          <div class="play-row" role="group" aria-label="Play with the newest repayment">
            <Buttons
              names={REPAYMENT}
              done={done}
              send={(event) => run(PlayRepaymentDocument, { id: newest.id, event })}
            />
          </div>
        </>
      )}
      <h3>The KYC record</h3>
      <div class="play-row" role="group" aria-label="Play with the KYC record">
        <Buttons
          names={KYC}
          done={done}
          send={(event) => run(PlayKycDocument, { customerId: customer.id, event })}
        />
      </div>
      {dialog}
    </section>
  );
}

interface ButtonsOptions<Event extends string> {
  readonly names: Readonly<Record<Event, string>>;
  readonly send: (event: Event) => Promise<unknown>;
  /** Called with the sentence to show. */
  readonly done: (sentence: string) => void;
}

/** A button for each event. It is played at once, since every member of its input may be absent. */
function Buttons<Event extends string>({ names, send, done }: ButtonsOptions<Event>) {
  const [isBusy, setBusy] = useState(false);
  const play = async (event: Event) => {
    setBusy(true);
    try {
      await send(event);
      done(`Played: ${names[event].toLowerCase()}.`);
    } catch (failure) {
      say(toApiError(failure).message);
    }
    setBusy(false);
  };
  return Object.keys(names)
    .filter((event) => isEventOf(names, event))
    .map((event) => (
      <Button key={event} class="plain" disabled={isBusy} onClick={() => void play(event)}>
        {names[event]}
      </Button>
    ));
}

const salesOf = ({ id, currency }: Options['settlement']) => ({
  name: 'Sales',
  tone: 'good' as const,
  title: 'Sales of a day',
  done: 'Played: sales.',
  fields: () => (
    <>
      <p>A share of what was sold pays the settlement back.</p>
      <Field label={`Sold, in the minor unit of ${currency}`} hint="A negative day pays nothing.">
        <input name="amount" required inputMode="numeric" pattern="-?[0-9]{1,12}" autocomplete="off" />
      </Field>
      <Field label="Share" hint="From 0 to 1; 0.1 pays a tenth.">
        <input name="share" required inputMode="decimal" value="0.1" autocomplete="off" />
      </Field>
    </>
  ),
  send: (form: FormData, once: Once) => {
    const input = { amount: Number(typed(form, 'amount')), share: Number(typed(form, 'share')) };
    return run(PlaySalesDocument, { id, input }, once);
  },
});
