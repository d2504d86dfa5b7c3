import { Field } from '../../../../console-kit/dialog.tsx';
import type {
  CsvDateOrder,
  CsvDecimalSign,
  CsvSeparator,
} from '../../../../console-kit/generated/graphql.ts';

/** How a file is written. The person states it, because nothing is guessed. */
export interface Writing {
  readonly separator: CsvSeparator;
  readonly decimalSign: CsvDecimalSign;
  readonly dateOrder: CsvDateOrder;
}

type Words<Name extends keyof Writing> = Readonly<Record<Writing[Name], string>>;

const SEPARATORS: Words<'separator'> = {
  COMMA: 'A comma: , ',
  SEMICOLON: 'A semicolon: ;',
  TAB: 'A tab',
};
const SIGNS: Words<'decimalSign'> = { POINT: 'A point: 745.00', COMMA: 'A comma: 745,00' };
const ORDERS: Words<'dateOrder'> = {
  YEAR_FIRST: 'The year first: 2026-01-31',
  DAY_FIRST: 'The day first: 31/01/2026',
  MONTH_FIRST: 'The month first: 01/31/2026',
};

interface Options {
  readonly writing: Partial<Writing>;
  readonly change: (writing: Partial<Writing>) => void;
}

/** How the file is written. Nothing is chosen at first. */
export const WritingFields = ({ writing, change }: Options) => (
  <div class="writing">
    <Choice
      label="Between two cells"
      words={SEPARATORS}
      chosen={writing.separator}
      choose={(separator) => change({ ...writing, separator })}
    />
    <Choice
      label="Decimal sign"
      words={SIGNS}
      chosen={writing.decimalSign}
      choose={(decimalSign) => change({ ...writing, decimalSign })}
    />
    <Choice
      label="Order of dates"
      words={ORDERS}
      chosen={writing.dateOrder}
      choose={(dateOrder) => change({ ...writing, dateOrder })}
    />
  </div>
);

interface ChoiceOptions<Value extends string> {
  readonly label: string;
  readonly words: Readonly<Record<Value, string>>;
  readonly chosen: Value | undefined;
  readonly choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, words, chosen, choose }: ChoiceOptions<Value>) {
  const isValue = (text: string): text is Value => Object.hasOwn(words, text);
  const values = Object.keys(words).filter(isValue);
  return (
    <Field label={label}>
      <select
        required
        onChange={({ currentTarget }) => {
          if (isValue(currentTarget.value)) choose(currentTarget.value);
        }}
      >
        <option value="" disabled selected={chosen === undefined}>
          Choose
        </option>
        {values.map((value) => (
          <option key={value} value={value} selected={value === chosen}>
            {words[value]}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The writing, if all of it is chosen. */
export const wholeWriting = ({ separator, decimalSign, dateOrder }: Partial<Writing>): Writing | null =>
  separator === undefined || decimalSign === undefined || dateOrder === undefined
    ? null
    : { separator, decimalSign, dateOrder };
