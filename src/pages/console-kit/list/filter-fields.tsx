import type { ComponentChildren } from 'preact';
import { Select } from '../choice.tsx';
import { label, words } from '../format.ts';
import { CURRENCIES } from './currencies.ts';
import { DayFilter } from './day-filter.tsx';
import { type FieldKind, fieldsOf, filterHere, type FilterName, type Member } from './filter-members.ts';
import { showHere } from './page-here.ts';
import { PartnerFilter } from './partner-filter.tsx';
import { SearchText } from './search-text.tsx';

interface FieldOptions {
  readonly member: string;
  readonly value: string;
  readonly of: Member;
}

interface ChoiceOptions {
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** The name of the choice that selects everything. */
  readonly all: string;
}

const Choice = ({ name, value, options, all }: ChoiceOptions) => (
  <Select
    label={label(name)}
    value={value}
    options={[['', all], ...options]}
    choose={(chosen) => showHere({ [name]: chosen })}
  />
);

/** The field of each kind of member. */
const FIELDS: Readonly<Record<FieldKind, (options: FieldOptions) => ComponentChildren>> = {
  partnerId: ({ value }) => <PartnerFilter value={value} choose={(partner) => showHere({ partner })} />,
  currency: ({ member, value }) => (
    <Choice
      name={member}
      value={value}
      options={CURRENCIES.map((code) => [code, code] as const)}
      all="All currencies"
    />
  ),
  choice: ({ member, value, of: { values = [] } }) => (
    <Choice
      name={member}
      value={value}
      options={values.map((each) => [each, words(each)] as const)}
      all={`${label(member)}: all`}
    />
  ),
  text: ({ member, value }) => <SearchText name={member} value={value} label={label(member)} size={20} />,
  day: ({ member, value }) => <DayFilter name={member} title={label(member)} value={value} />,
};

interface FilterFieldsOptions {
  readonly of: FilterName;
  /** The members for which the screen has a control of its own. */
  readonly without?: readonly string[];
}

/** A field for each member of a filter. The members come from the schema, and their values are in the address. */
export function FilterFields({ of: name, without = [] }: FilterFieldsOptions) {
  const filter = filterHere(name);
  const fields = fieldsOf(name).filter(({ member }) => !without.includes(member));
  return (
    <>
      {fields.map(({ member, kind, of }) => (
        <span key={member} title={of.says}>
          {FIELDS[kind]({ member, value: filter[member] ?? '', of })}
        </span>
      ))}
    </>
  );
}
