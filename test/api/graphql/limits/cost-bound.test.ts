import { asyncProperty, assert, gen, type GeneratorValue, integer } from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COST_MAX, RESULT_BYTES_MAX } from '../../../../src/api/graphql/limits/limits.ts';
import { prepareQuery } from '../../../../src/api/graphql/prepare/prepare-query.ts';
import { gatewaySchema } from '../../../../src/features.ts';
import { openFullPages } from './full-pages.ts';
import { casesOf } from '../../../support/wide-input.ts';

/** Random documents that are tried. */
const DOCUMENTS = casesOf(60, 150);

const schema = gatewaySchema();

let full: Awaited<ReturnType<typeof openFullPages>>;
beforeAll(async () => {
  full = await openFullPages();
});
afterAll(() => full.close());

/** A name that marks free JSON, whose objects are part of one value and do not count as objects of the answer. */
const JSON_ALIAS = 'json';

type Field = GraphQLField<unknown, unknown>;

/** What a partner may select. */
const selectable = ({ extensions, type }: Field) =>
  extensions.operatorOnly !== true && !getNamedType(type).name.startsWith('WorkList');

const PAGES = [
  '',
  '(first: 100)',
  '(last: 100)',
  '(first: null, last: 100)',
  '(first: $none)',
  '(last: $ten)',
  '(first: $none, last: $all)',
  '(first: 3)',
];

/** Of a list without `last`. */
const FORWARD_PAGES = PAGES.filter((page) => !page.includes('last'));

const VARIABLES = ['$none: Int', '$ten: Int = 10', '$all: Int = 100'];

/** Writes random documents: any nested fields, each any number of times, in fragments or not. */
class Writer {
  readonly #g: GeneratorValue;
  readonly #fragments: string[] = [];
  #names = 0;

  constructor(g: GeneratorValue) {
    this.#g = g;
  }

  document(): string {
    const { complete, settlement } = full;
    const roots = this.#times(1, 3, () =>
      this.#pick([
        () => `customers${this.#page()} ${this.selection('CustomerConnection', 1)}`,
        () => `instantSettlements${this.#page()} ${this.selection('InstantSettlementConnection', 1)}`,
        () => `events${this.#page()} ${this.selection('EventConnection', 1)}`,
        () => `customer(id: "${complete}") ${this.selection('Customer', 1)}`,
        () => `instantSettlement(id: "${settlement}") ${this.selection('InstantSettlement', 1)}`,
        () => `kyc(customerId: "${complete}") { ... on Kyc ${this.selection('Kyc', 1)} }`,
        () =>
          `node(id: "${settlement}") { ... on InstantSettlement ${this.selection('InstantSettlement', 1)} }`,
      ])(),
    );
    const query = roots.map((root) => `${this.#name('r')}: ${root}`).join(' ');
    const text = `{ ${query} } ${this.#fragments.join(' ')}`;
    const used = VARIABLES.filter((each) => text.includes(each.slice(0, each.indexOf(':'))));
    return `query ${used.length > 0 ? `(${used.join(', ')})` : ''} ${text}`;
  }

  selection(name: string, depth: number): string {
    const type = schema.getType(name);
    if (isUnionType(type)) return `{ __typename ... on Kyc ${this.selection('Kyc', depth)} }`;
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${name} has no fields.`);
    const fields = Object.values(type.getFields()).filter(selectable);
    const deep = depth >= 7 ? fields.filter(({ type: of }) => isLeafType(getNamedType(of))) : fields;
    const selected = this.#times(1, 4, () => this.#pick(deep.length > 0 ? deep : fields));
    const text = selected.map(
      (field) => `${this.#alias(field)}${this.#args(field)} ${this.#below(field, depth)}`,
    );
    const all = ['__typename', ...text].slice(this.#number(0, 1)).join(' ');
    if (this.#fragments.length > 6 || this.#number(0, 3) > 0) return `{ ${all} }`;
    const fragment = this.#name('F');
    this.#fragments.push(`fragment ${fragment} on ${name} { ${all} }`);
    return `{ ...${fragment} ...${fragment} }`;
  }

  #below(field: Field, depth: number): string {
    const type = getNamedType(field.type);
    return isLeafType(type) ? '' : this.selection(type.name, depth + 1);
  }

  #alias(field: Field): string {
    if (getNamedType(field.type).name === 'JSONObject') return `${this.#name(JSON_ALIAS)}: ${field.name}`;
    return `${this.#name('a')}: ${field.name}`;
  }

  #args({ args }: Field): string {
    if (!args.some(({ name }) => name === 'first')) return '';
    return args.some(({ name }) => name === 'last') ? this.#page() : this.#pick(FORWARD_PAGES);
  }

  #page(): string {
    return this.#pick(PAGES);
  }

  #number(min: number, max: number): number {
    return this.#g(integer, { min, max });
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[this.#number(0, values.length - 1)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  }

  #times<Value>(min: number, max: number, make: () => Value): readonly Value[] {
    return Array.from({ length: this.#number(min, max) }, make);
  }
}

/** Objects in an answer, those of free JSON aside. */
function countObjects(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countObjects(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + (name.startsWith(JSON_ALIAS) ? 0 : countObjects(member)),
    1,
  );
}

/** A unit of cost is a value of a kibibyte and the name before it. */
const UNIT_BYTES_MAX = 1_024 + 128;

function costOf(query: string, variables: object = {}): number {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  return prepareQuery({ schema, document, operationName: null, variables: { ...variables } }).cost;
}

test('the cost of a document is never below the size of its response, and no response is over the limit', async () => {
  const told = { answered: 0, refused: 0, largest: 0 };
  await assert(
    asyncProperty(gen(), async (g) => {
      const query = new Writer(g).document();
      const { json, text } = await full.partner.graphql(query);
      const [error] = json.errors ?? [];
      if (error) {
        expect([query, error.extensions.code]).toEqual([query, 'query_too_complex']);
        told.refused += 1;
        if (error.message.startsWith('The query costs')) expect(costOf(query)).toBeGreaterThan(COST_MAX);
        return;
      }
      told.answered += 1;
      const cost = costOf(query);
      const bytes = Buffer.byteLength(text);
      told.largest = Math.max(told.largest, bytes);
      expect(cost).toBeLessThanOrEqual(COST_MAX);
      expect([query, countObjects(json.data) - 1 <= cost]).toEqual([query, true]);
      expect([query, bytes <= cost * UNIT_BYTES_MAX + 100]).toEqual([query, true]);
      expect(bytes).toBeLessThanOrEqual(RESULT_BYTES_MAX);
    }),
    { numRuns: DOCUMENTS },
  );
  expect(told.answered).toBeGreaterThan(DOCUMENTS / 5);
  // Among few documents none may cost too much.
  expect(told.refused).toBeGreaterThanOrEqual(casesOf(0, 2));
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

const nest = (depth: number): string =>
  depth === 0
    ? 'id'
    : `customer { instantSettlements(first: null, last: 100) { nodes { ${nest(depth - 1)} } } }`;

const attacks: readonly (readonly [what: string, query: string])[] = [
  ['pages three deep by last', `{ instantSettlements(first: null, last: 100) { nodes { ${nest(2)} } } }`],
  ['pages four deep by last', `{ instantSettlements(first: null, last: 100) { nodes { ${nest(3)} } } }`],
  [
    'pages by variables and defaults',
    `query ($n: Int, $d: Int = 100) { instantSettlements(first: $n, last: $d) { nodes { customer { instantSettlements(last: $d) { nodes { id } } } } } }`,
  ],
  [
    '__typename in lists of lists',
    '{ customers(first: 100) { nodes { __typename instantSettlements(first: 100) { nodes { __typename } } } } }',
  ],
  [
    'aliases in a fragment of a page',
    `{ customers(first: 100) { nodes { ${times(9, (n) => `k${n}: kyc { ...K }`)} } } } fragment K on Kyc { ${times(12, (n) => `n${n}: legalName`)} }`,
  ],
  [
    'transactions, 15 times 15',
    `{ ${times(15, (n) => `s${n}: instantSettlement(id: "fun_1") { ...T }`)} } fragment T on InstantSettlement { ${times(15, (n) => `t${n}: transactions`)} }`,
  ],
  [
    'screening results of a page, 19 times',
    `{ customers(first: 100) { nodes { kyc { ... on Kyc { ${times(19, (n) => `s${n}: providerCompanyScreeningResult`)} } } } } }`,
  ],
  [
    'identity numbers of a page',
    '{ customers(first: 100) { nodes { kyc { ... on Kyc { shareholdersIdentityNumber { number companyLegalName } } } } } }',
  ],
];

test.each(attacks)('%s: refused before anything runs, with cost and limit', async (_, query) => {
  const { json, text } = await full.partner.graphql(query, { n: null });
  expect(json.data).toBeUndefined();
  expect(json.errors).toMatchObject([
    {
      message: expect.stringMatching(/^The query costs .+, and 10000 is the most/),
      extensions: { code: 'query_too_complex' },
    },
  ]);
  expect(text.length).toBeLessThan(1_000);
});

test('queries of a screen pass: a page of customers with their KYC, one whole customer, one whole settlement', async () => {
  const customers = `{ customers(first: 100) { totalCount pageInfo { hasNextPage endCursor } nodes { id externalCustomerId companyName
    companyCountry contactName contactEmail contactPhone createdAt kyc { ... on Kyc { status legalName registeredAddress { city country }
    businessRegistrationNumber dateOfIncorporation isic website isSensitiveBusiness updatedAt } } } } }`;
  expect((await full.partner.graphql(customers)).json.errors).toBeUndefined();
  const whole = `query ($id: ID!) { customer(id: $id) { companyName kyc { ... on Kyc { legalName directorsIdentityNumber { type number }
    shareholdersIdentityNumber { companyLegalName type number } providerCompanyScreeningResult providerBatchScreeningResult warnings { code param }
    supportingDocuments { type required status files { id filename mimeType size } } } }
    instantSettlements(first: 50) { totalCount nodes { id status amount currency createdAt history { event at actor } } } } }`;
  expect((await full.partner.graphql(whole, { id: full.complete })).json.errors).toBeUndefined();
  const settlement =
    'query ($id: ID!) { instantSettlement(id: $id) { id transactions customer { kyc { ... on Kyc { status } } } history { event at } } }';
  expect((await full.partner.graphql(settlement, { id: full.settlement })).json.errors).toBeUndefined();
});

const FILTERED = 'query ($t: [EventType!]) { events(filter: { types: $t }) { nodes { id } } }';
const CREATE = 'mutation ($i: CreateCustomerInput!) { createCustomer(input: $i) { id } }';

test('of a hundred thousand wrong values at most fifty are listed, and none is printed', async () => {
  const wrong = Array.from({ length: 200_000 }, () => 's3cret');
  const list = await full.partner.graphql(FILTERED, { t: wrong });
  expect(list.json.errors).toMatchObject([{ extensions: { code: 'parameter_invalid', param: 'types' } }]);
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`s3cret${n}`, 's3cret']));
  const unknown = await full.partner.graphql(CREATE, { i: members });
  expect(unknown.json.errors[0].extensions.errors).toHaveLength(50);
  for (const { text } of [list, unknown]) expect(text.length).toBeLessThan(10_000);
});
