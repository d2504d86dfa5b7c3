import { useEffect, useRef } from 'preact/hooks';
import { QuietButton } from '../parts.tsx';
import type { ApiError } from '../api.ts';
import { Select } from '../choice.tsx';
import { Field } from '../dialog.tsx';
import { words } from '../format.ts';
import type { PolicyVerdict } from '../generated/graphql.ts';
import { DENIALS } from '../meanings.ts';
import { type DraftRule, placeOf } from './draft.ts';

interface VerdictOptions {
  readonly label: string;
  readonly value: PolicyVerdict;
  readonly choose: (verdict: PolicyVerdict) => void;
}

const VERDICT_NAMES = [
  ['DENY', 'Deny'],
  ['REVIEW', 'Leave it to a person'],
  ['APPROVE', 'Approve'],
] as const;

export const VerdictField = ({ label, value, choose }: VerdictOptions) => (
  <Field label={label}>
    <Select
      value={value}
      options={VERDICT_NAMES}
      choose={(text) => {
        const found = VERDICT_NAMES.find(([each]) => each === text);
        if (found !== undefined) choose(found[0]);
      }}
    />
  </Field>
);

interface RuleOptions {
  readonly rule: DraftRule;
  /** Its place, from 0. */
  readonly at: number;
  readonly count: number;
  /** The last refusal, whichever place it names. */
  readonly error: ApiError | null;
  readonly change: (changes: Partial<DraftRule>) => void;
  /** Moves it by so many places. */
  readonly move: (by: -1 | 1) => void;
  readonly remove: () => void;
}

/** The fields of a rule, with the fault that the gateway found in it. */
export function RuleFields({ rule, at, count, error, change, move, remove }: RuleOptions) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const place = error === null ? null : placeOf(error);
  const faulty = place?.rule === at ? place.member : null;
  useEffect(() => {
    if (faulty !== null) fields.current?.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus();
  }, [error]);
  const text = (name: 'key' | 'when' | 'note' | 'rate') => ({
    name,
    value: rule[name],
    'aria-invalid': faulty === name,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <fieldset class="rule-fields" ref={fields}>
      <legend>Rule {at + 1}</legend>
      <Field label="Name" hint="Small letters, digits, - and _; decisions keep it.">
        <input {...text('key')} required maxLength={40} autocomplete="off" spellcheck={false} />
      </Field>
      <VerdictField label="Then" value={rule.then} choose={(then) => change({ then })} />
      {rule.then === 'DENY' && <ReasonOfDenial value={rule.reason} choose={(reason) => change({ reason })} />}
      {rule.then === 'APPROVE' && (
        <Field label="Rate in percent" hint="Empty for the rate of the pricing.">
          <input {...text('rate')} inputMode="decimal" autocomplete="off" />
        </Field>
      )}
      <div class="whole-row">
        <Field label="If" hint="A condition in CEL, such as chargeback_rate > 0.05">
          <textarea
            {...text('when')}
            class="condition"
            required
            rows={2}
            maxLength={2_000}
            spellcheck={false}
          />
        </Field>
        {faulty !== null && error !== null && (
          <p class="danger" role="alert">
            {error.message}
          </p>
        )}
      </div>
      <div class="whole-row">
        <Field label="Why there is such a rule">
          <input {...text('note')} maxLength={500} autocomplete="off" />
        </Field>
      </div>
      <RuleButtons at={at} count={count} move={move} remove={remove} />
    </fieldset>
  );
}

type ButtonOptions = Pick<RuleOptions, 'at' | 'count' | 'move' | 'remove'>;

const RuleButtons = ({ at, count, move, remove }: ButtonOptions) => (
  <div class="whole-row rule-buttons">
    <QuietButton disabled={at === 0} onClick={() => move(-1)}>
      Up
    </QuietButton>
    <QuietButton disabled={at === count - 1} onClick={() => move(1)}>
      Down
    </QuietButton>
    <QuietButton disabled={count === 1} onClick={remove}>
      Remove
    </QuietButton>
  </div>
);

const ReasonOfDenial = ({ value, choose }: { value: string; choose: (reason: string) => void }) => (
  <Field label="Reason" hint="The partner reads it, unless it is for operators only.">
    <select name="reason" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">Credit policy, if none is chosen</option>
      {Object.keys(DENIALS).map((code) => (
        <option key={code} value={code} selected={code === value}>
          {words(code)}
        </option>
      ))}
    </select>
  </Field>
);
