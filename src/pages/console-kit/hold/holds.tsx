import { run } from '../api.ts';
import { AskedAbout } from '../approval/asked.tsx';
import { useAsked } from '../asked-here.ts';
import { AskedBy } from '../check.tsx';
import { typed } from '../dialog.tsx';
import { ReasonField } from '../fields.tsx';
import {
  type HoldKind,
  type HoldRowFragment,
  LiftHoldDocument,
  PlaceHoldDocument,
} from '../generated/graphql.ts';
import { Button, Time } from '../parts.tsx';
import { href } from '../route.ts';
import { mayDo } from '../session-state.ts';
import { type Step, StepButtons, useStepsWithNotice } from '../steps.tsx';

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
export const Holds = (options: HoldsOptions) =>
  options.holds.length === 0 ? (
    <Shown {...options} />
  ) : (
    <AskedAbout filter={{ operation: 'LIFT_HOLD' }}>
      <Shown {...options} />
    </AskedAbout>
  );

function Shown({ kind, id, holds, changed }: HoldsOptions) {
  const { begin, dialog } = useStepsWithNotice(changed);
  const mayHold = mayDo('WRITE');
  return (
    <section class="card" aria-labelledby="holds-title">
      <h2 id="holds-title">
        Holds
        {mayHold && (
          <Button class="bad" onClick={() => begin(place(kind, id))}>
            {kind === 'ALL' ? 'Hold everything' : 'Hold'}
          </Button>
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
            On hold: {ON[hold.kind]}. <HoldBy of={hold} />
            <Lifting hold={hold} />
          </p>
          {mayHold && <StepButtons steps={[lift(hold)]} begin={begin} look="plain" />}
        </div>
      ))}
      {dialog}
    </section>
  );
}

/** Why a hold was placed, by whom and when; if its record is damaged, what to do. */
export const HoldBy = ({ of: { damaged, reason, placedByName, placedAt } }: { of: HoldRowFragment }) =>
  damaged ? (
    <span class="danger">
      Its record is not as the gateway wrote it, so it is not shown why. It holds until you lift it.
    </span>
  ) : (
    <>
      {reason}{' '}
      <span class="faint">
        By <bdi>{placedByName ?? 'the command line'}</bdi>, <Time at={placedAt} />.
      </span>
    </>
  );

/** Says that a person has asked to lift a hold. */
function Lifting({ hold: { id } }: { hold: HoldRowFragment }) {
  const asked = useAsked()({ operation: 'LIFT_HOLD', object: id });
  return (
    asked !== null && (
      <span class="line">
        <a href={href('approval', asked.id)}>Lift</a>: <AskedBy of={asked} />
      </span>
    )
  );
}

const place = (kind: HoldKind, id: string | null): Step => ({
  name: 'Hold',
  tone: 'bad',
  title: `Hold ${ON[kind]}`,
  done: 'On hold: no approval, payout or refund until it is lifted.',
  fields: () => (
    <>
      <p>No approval, payout or refund until it is lifted. Repayments, reversals and denials go on.</p>
      <ReasonField hint="For operators only; the partner does not learn of it." />
    </>
  ),
  send: (form, once) =>
    run(PlaceHoldDocument, { kind, reason: typed(form, 'reason'), ...(id !== null && { id }) }, once),
});

const DAMAGED =
  'Its record is damaged. If there should be a hold, place a new one before you lift it, and let the operations look into it.';

const lift = ({ id, kind, reason, damaged }: HoldRowFragment): Step => ({
  name: 'Lift',
  operation: 'LIFT_HOLD',
  object: id,
  tone: 'good',
  title: `Lift the hold on ${ON[kind]}`,
  done: 'The hold was lifted.',
  fields: () => (
    <>
      <p>{damaged ? DAMAGED : reason}</p>
      <ReasonField hint="For operators only; the partner does not learn of it." />
    </>
  ),
  send: (form, once) => run(LiftHoldDocument, { id, reason: typed(form, 'reason') }, once),
});
