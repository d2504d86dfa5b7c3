// A process: the hold of its event loop and its memory are measured apart from the attacker.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';
import type { RawRequest } from '../../support/requests/raw-request.ts';

/** Variants of requests that were harmful once. Each run observes the gateway for a third of a second. */
const RUNS = 12;
const FAMILY_TIMEOUT_MS = 120_000;
/** The size of one header that Node accepts. */
const HEADER_CHARACTERS_MAX = 12_000;
const BODY_CHARACTERS_MAX = 2_000_000;

let attacked: AttackedGateway;
let customerId = '';
beforeAll(async () => {
  attacked = await openAttackedGateway();
  const { json } = await attacked.gateway.rest('POST', '/v1/customers', { body: customerBody() });
  customerId = json.customer_id;
});
afterAll(() => attacked.close());

const authorization = `Bearer ${FIRST_KEY}`;

/** A beginning, something over and over, and an end that does not fit. */
function repeatedOf(fragments: readonly string[], charactersMax: number): fc.Arbitrary<string> {
  const fragment = fc.constantFrom(...fragments);
  return fc
    .record({
      beginning: fragment,
      over: fc.tuple(fragment, fragment),
      end: fragment,
      share: fc.constantFrom(0.01, 0.3, 1),
    })
    .map(({ beginning, over, end, share }) => {
      const unit = over.join('') || 'a';
      return `${beginning}${unit.repeat((charactersMax * share) / unit.length)}${end}`;
    });
}

const HEADER_FRAGMENTS = [
  '',
  ' ',
  '\t',
  '"',
  '\\"',
  ';',
  ',',
  '=',
  'a',
  '0',
  '-',
  '*',
  '/',
  '; charset=',
  'charset=utf-8',
  'boundary=',
  'application/json',
  'multipart/form-data',
  'text/*;q=0.1',
  'Bearer ',
  'bytes=',
  '0-1,',
  'close',
];
const HEADERS = [
  'Content-Type',
  'Authorization',
  'Accept',
  'Idempotency-Key',
  'Range',
  'If-Range',
  'Content-Encoding',
  'Request-Id',
  'Origin',
  'Expect',
  'Host',
  'Content-Disposition',
];
const LINES = [
  'POST /v1/customers',
  'POST /graphql',
  'POST /v1/kyc/documents/cus_x',
  'GET /v1/customers',
  'GET /healthz',
  'PUT /v1/customers/cus_x',
  'OPTIONS /graphql',
  'GET /v1/files/doc_x?expires=1&signature=0',
];

const headerAttack: fc.Arbitrary<RawRequest> = fc
  .record({
    line: fc.constantFrom(...LINES),
    name: fc.constantFrom(...HEADERS),
    value: repeatedOf(HEADER_FRAGMENTS, HEADER_CHARACTERS_MAX),
  })
  .map(({ line, name, value }) => ({
    line,
    headers: { Authorization: authorization, 'Content-Type': 'application/json', [name]: value },
    body: '{}',
  }));

test(
  'no header delays other clients',
  async () => {
    await fc.assert(
      fc.asyncProperty(headerAttack, async (request) => {
        const harm = await attacked.attack(request);
        expectHarmless(harm);
        // The effect of each header has its own tests; here there must be an answer, and no failure.
        expect([0, 500, 503]).not.toContain(harm.answer.status);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  FAMILY_TIMEOUT_MS,
);

const PART = '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n';
const BODY_FRAGMENTS = [
  '',
  ' ',
  '\n',
  '"',
  '\\',
  '\\u0000',
  '{',
  '[',
  '}',
  ']',
  '{"a":',
  '-',
  '0',
  '1e9',
  'a',
  '\r\n',
  '\r\n--',
  '--x',
  '\r\n--x',
  '\r\n--x\r\n',
  PART,
  `\r\n${PART}`,
  'Content-Type: ',
  '{"query":"',
];

const bodyAttack: fc.Arbitrary<RawRequest> = fc
  .record({
    line: fc.constantFrom('POST /v1/customers', 'POST /graphql', 'POST /v1/kyc/documents/cus_x'),
    type: fc.constantFrom(
      'application/json',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary="x"',
    ),
    body: repeatedOf(BODY_FRAGMENTS, BODY_CHARACTERS_MAX),
  })
  .map(({ line, type, body }) => ({
    line: line.replace('cus_x', customerId),
    headers: { Authorization: authorization, 'Content-Type': type },
    body,
  }));

/** The status of a malformed body. A media type that the route does not read is refused before the body. */
function statusOf({ line, headers }: RawRequest, answer: string): number {
  const isJson = headers?.['Content-Type'] === 'application/json';
  const isRead = line === 'POST /graphql' || isJson === (line === 'POST /v1/customers');
  if (!isRead) return 415;
  // A text part may have 1 MiB, and some of these bodies have one that is longer.
  return !isJson && answer.includes('"code":"request_too_large"') ? 413 : 400;
}

test(
  'no malformed body delays other clients',
  async () => {
    await fc.assert(
      fc.asyncProperty(bodyAttack, async (request) => {
        const harm = await attacked.attack(request);
        expectHarmless(harm);
        expect(harm.answer.status).toBe(statusOf(request, harm.answer.text));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  FAMILY_TIMEOUT_MS,
);
