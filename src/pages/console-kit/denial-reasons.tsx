import type { ComponentChildren } from 'preact';
import { words } from './format.ts';
import { Field } from './dialog.tsx';
import type { UnderwritingDenialReason } from './generated/graphql.ts';
import { DENIALS, isDenial } from './meanings.ts';

/** As many as the gateway takes, heaviest first. */
const FIELDS = [
  {
    name: 'reason',
    label: 'Reason',
    hint: 'The heaviest. The partner can read it.',
    first: 'Choose a reason',
  },
  { name: 'reason2', label: 'Second reason', hint: 'For operators only.', first: 'None' },
  { name: 'reason3', label: 'Third reason', hint: 'For operators only.', first: 'None' },
  { name: 'reason4', label: 'Fourth reason', hint: 'For operators only.', first: 'None' },
] as const;

/** Up to four reasons of a denial. Only the first one is required; the others stand after `children`. */
export function DenialReasons({ children }: { children: ComponentChildren }) {
  const [heaviest, ...more] = FIELDS;
  return (
    <>
      <Reason {...heaviest} isRequired />
      {children}
      <details>
        <summary>More reasons</summary>
        {more.map((field) => (
          <Reason key={field.name} {...field} />
        ))}
      </details>
    </>
  );
}

interface ReasonOptions {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly first: string;
  readonly isRequired?: boolean;
}

const Reason = ({ name, label, hint, first, isRequired = false }: ReasonOptions) => (
  <Field label={label} hint={hint}>
    <select name={name} required={isRequired}>
      <option value="">{first}</option>
      {Object.entries(DENIALS).map(([code, says]) => (
        <option key={code} value={code}>
          {words(code)}: {says}
        </option>
      ))}
    </select>
  </Field>
);

/** The chosen reasons, each once, the heaviest first. */
export function givenReasons(form: FormData): readonly UnderwritingDenialReason[] {
  const chosen = FIELDS.flatMap(({ name }) => {
    const code = form.get(name);
    return typeof code === 'string' && isDenial(code) ? [code] : [];
  });
  return [...new Set(chosen)];
}
