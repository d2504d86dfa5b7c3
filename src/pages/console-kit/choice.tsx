import { Field, typed } from './dialog.tsx';

/** The values of a choice, each with its words. */
export type Words<Value extends string> = Readonly<Record<Value, string>>;

interface SelectOptions {
  readonly label?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly choose: (value: string) => void;
}

/** A choice that the screen follows at once. */
export const Select = ({ label, value, options, choose }: SelectOptions) => (
  <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
    {options.map(([each, words]) => (
      <option key={each} value={each}>
        {words}
      </option>
    ))}
  </select>
);

interface ChoiceOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly words: Words<string>;
  /** The value that is chosen at first; the first one if there is none. */
  readonly chosen?: string | undefined;
  /** The words in place of a value. Then the person must choose one. */
  readonly none?: string;
}

/** A field of a form with a few values. */
export const ChoiceField = ({ name, label, hint, words, chosen: value, none }: ChoiceOptions) => (
  <Field label={label} hint={hint}>
    <select name={name} required={none !== undefined}>
      {none !== undefined && <option value="">{none}</option>}
      {Object.entries(words).map(([each, says]) => (
        <option key={each} value={each} selected={each === value}>
          {says}
        </option>
      ))}
    </select>
  </Field>
);

/** The value that was chosen in a form; undefined if it is none of these. */
export function chosen<Value extends string>(
  form: FormData,
  name: string,
  words: Words<Value>,
): Value | undefined {
  const isValue = (text: string): text is Value => Object.hasOwn(words, text);
  const text = typed(form, name);
  return isValue(text) ? text : undefined;
}
