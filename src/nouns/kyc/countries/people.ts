import type { Doubt } from '../country/country.ts';
import type { KycDetails } from '../country/kyc-details.ts';
import { unspaced } from '../country/spelling.ts';

export type PeopleField = 'directors_identity_number' | 'shareholders_identity_number';

interface Person {
  readonly type: string;
  readonly id: string;
  readonly company_legal_name?: string;
}

/** A check that sees a whole list of people. */
interface PeopleCheck<Code extends string = string> extends Doubt<Code> {
  /** The places of doubtful people in a list. The time must grow only in proportion to their number. */
  readonly doubted: (people: readonly Person[], details: KycDetails) => readonly number[];
  readonly member: 'id' | 'company_legal_name';
}

/** With fewer equal characters it may be a short number of a foreign document. */
const EQUAL_CHARACTERS = /^([\dA-Z])\1{3,}$/;
/** No identity card has the number zero. A check digit may follow. */
const CARD_ZERO = /^[A-Z]{0,2}0{6}/;

/** A number without the marks between its digits, because people may write them or not. */
const bareNumber = (id: string): string =>
  unspaced(id)
    .toUpperCase()
    .replace(/[-()/.]/g, '');

function isPlaceholder({ type, id }: Person): boolean {
  const bare = bareNumber(id);
  return EQUAL_CHARACTERS.test(bare) || (type === 'national_id' && CARD_ZERO.test(bare));
}

const indexesOf = (people: readonly Person[], isDoubted: (person: Person) => boolean) =>
  people.flatMap((person, index) => (isDoubted(person) ? [index] : []));

const companyName = (name: string) => unspaced(name).toLowerCase();

/** The checks of directors and shareholders in every country. */
export const PEOPLE_CHECKS = [
  {
    code: 'identity_number_placeholder',
    when: 'An identity number is a placeholder, such as 00000000.',
    source: 'No register gives such a number.',
    member: 'id',
    doubted: (people) => indexesOf(people, isPlaceholder),
  },
  {
    code: 'identity_number_repeated',
    when: 'A person before, in the same list, has the same identity number.',
    source: 'The number of a document belongs to one person.',
    member: 'id',
    doubted(people) {
      const seen = new Set<string>();
      // A person may hold shares through several companies, and may have several kinds of card with one number.
      return indexesOf(people, (person) => {
        if (isPlaceholder(person)) return false;
        const key = [person.type, bareNumber(person.id), companyName(person.company_legal_name ?? '')].join(
          ' ',
        );
        return seen.size === seen.add(key).size;
      });
    },
  },
  {
    code: 'shareholder_company_unexpected',
    when: 'A shareholder belongs to another company, but the customer states no related corporate entities.',
    source: 'The details contradict each other.',
    member: 'company_legal_name',
    doubted(people, { corporate_entities_number, legal_name }) {
      if (corporate_entities_number > 0) return [];
      const customer = companyName(legal_name);
      return indexesOf(
        people,
        ({ company_legal_name: name }) => name !== undefined && companyName(name) !== customer,
      );
    },
  },
] as const satisfies readonly PeopleCheck[];

export type PeopleWarningCode = (typeof PEOPLE_CHECKS)[number]['code'];

/** The doubts about one member of each person in a list. */
export function doubtsOfPeople(details: KycDetails, field: PeopleField, about: PeopleCheck['member']) {
  return PEOPLE_CHECKS.filter(({ member }) => member === about).flatMap(({ code, doubted }) =>
    doubted(details[field], details).map((index) => ({ code, path: [field, index, about] })),
  );
}
