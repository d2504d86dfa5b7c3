import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { Dialog, Field, typed } from '../dialog.tsx';
import {
  type HoldKind,
  type HoldRowFragment,
  LiftHoldDocument,
  PlaceHoldDocument,
} from '../generated/graphql.ts';
import { say, Time } from '../parts.tsx';
import { mayDo } from '../session-state.ts';

/** What a hold is on, in the words of a sentence. */
const ON: Readonly<Record<HoldKind, string>> = {
  SETTLEMENT: 'this settlement',
  CUSTOMER: 'all settlements of this customer',
  PARTNER: 'all settlements of this partner',
  ALL: 'all settlements of all partners',
};

interface HoldsOptions {
  /** What the button of this screen holds. */
  readonly kind: HoldKind;
  /** The id of the settlement, customer or partner; null for all. */
  readonly id: string | null;
  /** The standing holds, also more general ones. */
  readonly holds: readonly HoldRowFragment[];
  /** Called when a hold was placed or lifted. */
  readonly changed: () => void;
}

/** The standing holds, with a button for each that lifts it, and one that places another. */
export function Holds({ kind, id, holds, changed }: HoldsOptions) {
  const [lifting, setLifting] = useState<HoldRowFragment | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const mayHold = mayDo('WRITE');
  const close = () => {
    setPlacing(false);
    setLifting(null);
  };
  const done = (sentence: string) => {
    close();
    say(sentence);
    changed();
  };
  return (
    <section class="card" aria-labelledby="holds-title">
      <h2 id="holds-title">
        Holds
        {mayHold && (
          <button type="button" class="bad" onClick={() => setPlacing(true)}>
            {kind === 'ALL' ? 'Hold everything' : 'Hold'}
          </button>
        )}
      </h2>
      {holds.length === 0 && (
        <p class="faint">
          {kind === 'ALL' ? 'Nothing holds all settlements of all partners.' : 'Nothing is held.'}
        </p>
      )}
      {holds.map((hold) => (
        <div key={hold.id} class="note bad line" role="status">
          <p>
            On hold: {ON[hold.kind]}. {hold.reason}{' '}
            <span class="faint">
              By <bdi>{hold.placedByName ?? 'the command line'}</bdi>, <Time at={hold.placedAt} />.
            </span>
          </p>
          {mayHold && (
            <button type="button" onClick={() => setLifting(hold)}>
              Lift
            </button>
          )}
        </div>
      ))}
      {isPlacing && <Place kind={kind} id={id} close={close} done={done} />}
      {lifting !== null && <Lift hold={lifting} close={close} done={done} />}
    </section>
  );
}

interface DialogOptions {
  readonly close: () => void;
  /** Called with the sentence to show. */
  readonly done: (sentence: string) => void;
}

function Place({ kind, id, close, done }: DialogOptions & Pick<HoldsOptions, 'kind' | 'id'>) {
  return (
    <Dialog
      title={`Hold ${ON[kind]}`}
      action="Hold"
      tone="bad"
      close={close}
      submit={async (form, idempotencyKey) => {
        const reason = typed(form, 'reason');
        await run(PlaceHoldDocument, { kind, reason, ...(id !== null && { id }) }, { idempotencyKey });
        done('On hold: no approval, payout or refund until it is lifted.');
      }}
    >
      <p>No approval, payout or refund until it is lifted. Repayments, reversals and denials go on.</p>
      <Why />
    </Dialog>
  );
}

function Lift({ hold, close, done }: DialogOptions & { hold: HoldRowFragment }) {
  return (
    <Dialog
      title={`Lift the hold on ${ON[hold.kind]}`}
      action="Lift"
      close={close}
      submit={async (form, idempotencyKey) => {
        const reason = typed(form, 'reason');
        await run(LiftHoldDocument, { id: hold.id, reason }, { idempotencyKey });
        done('The hold was lifted.');
      }}
    >
      <p>{hold.reason}</p>
      <Why />
    </Dialog>
  );
}

const Why = () => (
  <Field label="Why" hint="For operators only; the partner does not learn of it.">
    <textarea name="reason" required maxLength={1000} />
  </Field>
);
