import { useState } from 'preact/hooks';
import { percent, RATE_PATTERN } from '../../../../console-kit/format.ts';
import { Field } from '../../../../console-kit/dialog.tsx';

const RATE = new RegExp(`^(?:${RATE_PATTERN})$`);

/**
 * The rate of an approval as a decimal, with what it is in percent: the page shows rates so, and 0.15 is not 0.15 %. An
 * empty one is the partner's pricing when the approval arrives, which may have changed since the request: `requested`
 * is what it was then.
 */
export function RateField({ requested }: { requested: number }) {
  const [text, setText] = useState('');
  return (
    <>
      <Field
        label="Interest rate"
        hint={`As a decimal. Empty: the present pricing of the partner, which was ${percent(requested)} at the request.`}
      >
        <input
          name="rate"
          inputMode="decimal"
          pattern={RATE_PATTERN}
          title="A decimal from 0 to 1, such as 0.0015"
          onInput={({ currentTarget: { value } }) => setText(value.trim())}
        />
      </Field>
      <p role="status">
        {RATE.test(text) && (
          <>
            That is <strong>{percent(Number(text))}</strong>.
          </>
        )}
      </p>
    </>
  );
}
