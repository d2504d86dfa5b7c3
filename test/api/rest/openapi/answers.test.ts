import { onPostgres } from '../../../support/postgres/databases.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { closed, document, operationNamed } from './document.ts';
import { createRecorder, type Exchange } from './requests.ts';
import { collectRefusals, collectFailures, collectRateLimited } from './refused.ts';
import { useEverything } from './served.ts';

const recorder = createRecorder();
const { exchanges } = recorder;
let fixture: TestGateway;
beforeAll(async () => {
  let ahead = 0;
  const later = (seconds: number) => void (ahead += seconds * 1_000);
  fixture = await openTestGateway({}, () => new Date(Date.now() + ahead));
  await useEverything(recorder, fixture, later);
  await collectRefusals(recorder, fixture, later);
  await collectRateLimited(recorder);
  await collectFailures(recorder);
});
afterAll(() => fixture.close());

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // Each schema is compiled once and as it is, not once for each place: most run a few times.
  inlineRefs: false,
  code: { optimize: false },
});
formats.default(ajv);
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components']);
ajv.addSchema(Object(closed(document)), 'gateway');

const rows = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), template] as const),
);
const nameOf = ({ method, template, status }: Exchange) => `${method} ${template} ${status}`;
const responseOf = ({ method, template, status }: Exchange) =>
  operationNamed(method, template)?.responses[status];
const mediaTypeOf = ({ headers }: Exchange) => headers.get('content-type')?.split(';', 1)[0] ?? '';

const compiled = new Map<string, ValidateFunction>();

function validatorOf({ method, template }: Exchange, below: readonly string[]) {
  const steps = ['paths', template, method.toLowerCase(), ...below, 'content', 'application/json', 'schema'];
  const escaped = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `gateway#/${escaped.join('/')}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate;
}

test.each(rows)('%s %s was seen to succeed and to fail', (method, template) => {
  const seen = exchanges.filter((each) => each.method === method && each.template === template);
  expect(seen.some(({ status }) => status === 200)).toBe(true);
  expect(seen.some(({ status }) => status >= 400)).toBe(true);
});

test('every response has a status and a media type that its row documents', () => {
  const strange = exchanges.filter((each) => responseOf(each)?.content?.[mediaTypeOf(each)] === undefined);
  expect(strange.map((each) => `${nameOf(each)} ${each.text}`)).toEqual([]);
});

test('every JSON response has the documented form', () => {
  const json = exchanges.filter((each) => mediaTypeOf(each) === 'application/json' && responseOf(each));
  const misshapen = json.flatMap((each) => {
    const validate = validatorOf(each, ['responses', String(each.status)]);
    return validate(each.json) ? [] : [`${nameOf(each)} ${ajv.errorsText(validate.errors)} ${each.text}`];
  });
  expect(json.length).toBeGreaterThan(100);
  expect(misshapen).toEqual([]);
});

/** Codes that need a failing part, an upload of hours, or a path without a route. */
const UNSEEN = new Set([
  'route_unknown',
  // With a closed database SQLite fails, and PostgreSQL has a pool that gives no connection.
  onPostgres() ? 'internal_error' : 'service_unavailable',
]);

test('every error code of the document was seen in a response', () => {
  const seen = exchanges.flatMap(({ json }) => {
    const { code, errors = [] } = json?.error ?? {};
    return [code, ...errors.map((problem: { code: unknown }) => problem.code)];
  });
  const documented = rows.flatMap(([method, template]) =>
    Object.values(operationNamed(method, template)?.responses ?? {}).flatMap(({ description }) =>
      Array.from(description.matchAll(/^- `(\w+)`/gm), ([, code = '']) => code),
    ),
  );
  const unseen = new Set(documented).difference(new Set(seen));
  expect(unseen).toEqual(UNSEEN);
});

test('every error code that was in a response is documented for its row', () => {
  const missing = exchanges
    .filter(({ status }) => status >= 400)
    .flatMap((each) => {
      const { code, errors = [] } = each.json.error;
      const codes: unknown[] = [code, ...errors.map((problem: { code: unknown }) => problem.code)];
      const { description = '' } = responseOf(each) ?? {};
      return codes
        .filter((carried) => !description.includes(`\`${carried}\``))
        .map((carried) => `${nameOf(each)} ${carried}`);
    });
  expect([...new Set(missing)]).toEqual([]);
});

test('every accepted JSON body has the documented form, apart from ignored members', () => {
  const accepted = exchanges.filter(
    ({ status, sent }) => status === 200 && sent !== undefined && !(sent instanceof FormData),
  );
  const misshapen = accepted.flatMap((each) => {
    const validate = validatorOf(each, ['requestBody']);
    validate(each.sent);
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'additionalProperties');
    return errors.length === 0 ? [] : [`${nameOf(each)} ${ajv.errorsText(errors)}`];
  });
  expect(accepted.length).toBeGreaterThan(10);
  expect(misshapen).toEqual([]);
});

const TOLD = [
  'Idempotent-Replayed',
  'Link',
  'Deprecation',
  'Retry-After',
  'WWW-Authenticate',
  'Content-Range',
  'Content-Disposition',
  'Accept-Ranges',
  'ETag',
  'Allow',
];

test('responses have the headers that are documented as required, and each header that they have is documented', () => {
  const wrong = exchanges.flatMap((each) => {
    const documented = Object.keys(responseOf(each)?.headers ?? {});
    const required = documented.filter((name) => document.components.headers[name]?.required);
    const absent = required.filter((name) => !each.headers.has(name));
    const untold = TOLD.filter((name) => each.headers.has(name) && !documented.includes(name));
    return [...absent, ...untold].map((name) => `${nameOf(each)} ${name}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
});
