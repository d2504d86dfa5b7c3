import { readdirSync, readFileSync } from 'node:fs';
import { assert, asyncProperty } from 'fast-check';
import {
  type DocumentNode,
  type GraphQLArgument,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
  validate,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestContext } from '../../../../src/pipeline/graphql-kit/request-context.ts';
import { gatewaySchema } from '../../../../src/features.ts';
import { createAuthenticator } from '../../../../src/nouns/api-key/authenticate/authenticate.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../../support/gateway.ts';
import * as shared from '../../../support/graphql/documents.ts';
import { bothWays } from './both-ways.ts';
import { declaredValues, documentsOf } from './documents.ts';
import { casesOf } from '../../../support/wide-input.ts';

const schema = gatewaySchema();

let fixture: TestGateway;
let ids: Readonly<Record<string, string>>;
let callers: readonly RequestContext['caller'][];

beforeAll(async () => {
  // Time stands still, so that a signed URL comes out the same twice.
  fixture = await openTestGateway({}, () => new Date('2026-03-04T05:06:07Z'));
  const partner = await fixture.partner();
  await partner.completeCustomer('MY');
  const customer = await partner.completeCustomer('HK');
  const { json: offer } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  const { json: kept } = await partner.rest('GET', `/v1/kyc/documents/${customer}`);
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  ids = {
    customer,
    settlement: offer.funding_id,
    document: kept.nar1[0].document_id,
    partner: partner.partnerId,
  };
  const { clock, keyUses } = fixture.gateway;
  const authenticate = createAuthenticator(fixture.gateway, clock, keyUses);
  callers = [await authenticate(partner.authorization), await authenticate(operator.authorization)];
});
afterAll(() => fixture.close());

/** Which operations a document may run is checked before it runs, so here any may run. */
const everyOperation = new Set(
  Object.values(schema.getTypeMap())
    .flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []))
    .flatMap(({ extensions: { runs = [], forOperators } }) => [...runs, ...(forOperators?.runs ?? [])]),
);

/**
 * Checks that every caller gets the same result by a plan. Reads of an operator become events, so lists of events
 * differ between two runs and are left out for operators.
 */
async function expectAlike(document: DocumentNode, variableValues: Record<string, unknown>): Promise<void> {
  for (const caller of callers) {
    if (caller.role === 'operator' && /\bevents\b/.test(print(document))) continue;
    const context = (): RequestContext => ({
      gateway: fixture.gateway,
      caller,
      requestId: 'test',
      requirements: everyOperation,
      idempotencyKey: null,
    });
    const { plain, planned } = await bothWays(() => ({
      schema,
      document,
      variableValues,
      contextValue: context(),
      hideSuggestions: true,
    }));
    for (const outcome of planned) expect(outcome, print(document)).toEqual(plain);
  }
}

/** An id of the kind that an argument or a variable is for. */
const idFor = (name: string): string =>
  Object.entries(ids).find(([kind]) => name.toLowerCase().includes(kind))?.[1] ?? ids['customer'] ?? '';

function argumentText(argument: GraphQLArgument): string | undefined {
  const { name } = getNamedType(argument.type);
  if (name === 'ID') return JSON.stringify(idFor(argument.name));
  if (argument.name === 'first') return '2';
  return isRequiredArgument(argument) ? 'null' : undefined;
}

test('generated queries have the same result by a plan, for partners and for operators', async () => {
  const texts = documentsOf(schema, argumentText);
  await assert(
    asyncProperty(texts, declaredValues, (text, variables) => expectAlike(parse(text), variables)),
    { numRuns: casesOf(100, 300) },
  );
});

/** Every text in the tests that is a query of the gateway as it stands there, and every document that they share. */
function queriesOfSuites(): readonly DocumentNode[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const written = files.flatMap((name) =>
    Array.from(
      readFileSync(`test/${name}`, 'utf8').matchAll(
        /([`'])(?=\s*(?:query\b|\{))((?:(?!\1)[^$]|\$(?!\{))*)\1/g,
      ),
      ([, , text = '']) => text,
    ),
  );
  return [...new Set([...written, ...Object.values(shared).map(String)])].flatMap((text) => {
    const document = parsed(text);
    const isQuery = document?.definitions.some((each) => 'operation' in each && each.operation === 'query');
    return document && isQuery && validate(schema, document).length === 0 ? [document] : [];
  });
}

function parsed(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** A plausible value for each variable; an input that has none is a fault, which is to be the same as well. */
function valuesFor(document: DocumentNode) {
  const values: Record<string, unknown> = {};
  const declarations = document.definitions.flatMap((each) =>
    'operation' in each ? (each.variableDefinitions ?? []) : [],
  );
  for (const { variable, type } of declarations) {
    const { value: name } = variable.name;
    const typeName = print(type).replace('!', '');
    if (typeName === 'ID') values[name] = idFor(name);
    else if (name === 'first') values[name] = 2;
  }
  return values;
}

test('every query of the tests has the same result by a plan, for partners and for operators', async () => {
  const queries = queriesOfSuites();
  expect(queries.length).toBeGreaterThan(40);
  for (const document of queries) await expectAlike(document, valuesFor(document));
});
