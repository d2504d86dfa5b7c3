import { type IdName, ID_MEANINGS } from '../../kernel/nouns.ts';

/** The options of a required argument that is the id of a record: `t.arg.id(idOf('customer_id'))`. */
export const idOf = (name: IdName) => ({ required: true, description: ID_MEANINGS.get(name) ?? '' }) as const;

/** The ids of a call that is about one record. */
export function namedId<Name extends IdName>(name: Name, id: string): Readonly<Record<Name, string>>;
export function namedId(name: IdName, id: string): Readonly<Record<string, string>> {
  return { [name]: id };
}

/** The options of the argument that has the properties of a record: `t.arg(inputOf(CreateCustomerInput))`. */
export const inputOf = <Type>(type: Type) =>
  ({
    type,
    required: true,
    description: 'One error lists all faults of the input, in `errors` of its extensions.',
  }) as const;

/** The options of the filter field that selects the records of one partner. */
export const ofPartner = { description: 'Only items of this partner. For operators only.' } as const;
