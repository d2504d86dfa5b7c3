import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  letrec,
  oneof,
  string,
  stringMatching,
  uniqueArray,
} from 'fast-check';
import { expect, test } from 'vitest';
import { openFixture, type Result } from './fixture.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { casesOf } from '../../support/wide-input.ts';

const { ask, fetch, logged } = openFixture();

/** A text that is in no answer by chance. */
const secret = stringMatching(/^[a-z0-9]{12}$/).map((text) => `§${text}`);

const members = [
  'name',
  'age',
  'amount',
  'registeredAddress',
  'city',
  'directors',
  'number',
  'extra',
  'file',
];
const oddMembers = ['__proto__', 'constructor', 'toString', 'nope'];

/** Values in the form of an input, and in every other form, with these members. */
function inputs(names: readonly string[]) {
  const number = double({ noNaN: true, noDefaultInfinity: true });
  const { input } = letrec((tie) => ({
    leaf: oneof(secret, constant(null), boolean(), number, integer()),
    value: oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      array(tie('value')),
      tie('input'),
    ),
    input: uniqueArray(constantFrom(...names), { maxLength: 6 }).chain((chosen) =>
      array(tie('value'), { minLength: chosen.length, maxLength: chosen.length }).map((values) =>
        Object.fromEntries(chosen.map((name, index) => [name, values[index]])),
      ),
    ),
  }));
  return input;
}

const query = 'mutation ($input: CreateInput!) { create(input: $input) }';
const codes = ['parameter_missing', 'parameter_invalid', 'parameter_unknown'];

function expectHarmless({ errors = [], text }: Result): void {
  for (const { extensions } of errors) {
    expect(codes).toContain(extensions.code);
    for (const { code } of extensions.errors ?? []) expect(codes).toContain(code);
  }
  if (errors.length > 0) expect(text).not.toContain('§');
}

test('random variables never cause a failure, and their values are never repeated in an error', async () => {
  await assert(
    asyncProperty(
      oneof(inputs([...members, ...oddMembers, 'country']), secret, constant(null)),
      async (input) => {
        const answer = await ask(query, { input });
        expect(answer.status).toBe(200);
        expectHarmless(answer);
      },
    ),
    { numRuns: casesOf(300, 1_000) },
  );
});

test('the same values in the document are accepted or refused alike', async () => {
  // Without `country`: the value of an enum is a name in a document and a string in a variable.
  await assert(
    asyncProperty(inputs([...members, ...oddMembers]), async (input) => {
      const written = await ask(`mutation { create(input: ${printLiteral(input)}) }`);
      const varied = await ask(query, { input });
      if (written.errors?.[0]?.extensions.code === 'query_too_complex') return;
      expectHarmless(written);
      const shown = ({ data, errors }: Result) => ({
        data,
        errors: errors?.map(({ extensions }) => extensions),
      });
      expect(shown(written)).toEqual(shown(varied));
    }),
    { numRuns: casesOf(150, 500) },
  );
});

function printLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const printed = Object.entries(value).map(([name, member]) => `${name}: ${printLiteral(member)}`);
  return `{ ${printed.join(' ')} }`;
}

test('random text as a document is never a failure, and its strings are never repeated', async () => {
  const words = ['query', 'fragment', 'on', 'echo', 'text', '1', '-', '1.5e', '\0', '\ud800'];
  const marks = ['{', '}', '(', ')', ':', '$', '!', '[', ']', '...', '@', '"', '"""', '#', '\\u', '\n'];
  const part = oneof(constantFrom(...words, ...marks), secret, string({ unit: anyCharacter }));
  await assert(
    asyncProperty(array(part, { maxLength: 30 }), async (parts) => {
      const { status, errors = [], text } = await ask(parts.join(' '));
      expect(status).toBe(200);
      for (const { extensions } of errors) expect(extensions.code).toBe('query_invalid');
      expect(text).not.toContain('§');
    }),
    { numRuns: casesOf(300, 1_000) },
  );
});

/**
 * Whether a URL with these parameters is a request of GraphQL; its document may have errors. An empty parameter counts
 * as absent, and `x` is ignored.
 */
function isGraphqlRequest(sent: Readonly<Record<string, string>>): boolean {
  const { variables, extensions } = sent;
  return Boolean(sent['query']) && [variables, extensions].every((text) => !text || isJsonObject(text));
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test('a random URL is never a failure', async () => {
  const names = constantFrom('query', 'variables', 'operationName', 'extensions', 'x');
  await assert(
    asyncProperty(
      dictionary(names, oneof(string(), constantFrom('{}', '[]', '{"a":1}'))),
      async (parameters) => {
        const { status } = await fetch(`/graphql?${new URLSearchParams(parameters)}`);
        expect(status).toBe(isGraphqlRequest(parameters) ? 200 : 400);
      },
    ),
  );
});

test('none of these requests is logged as a failure of the gateway', () => {
  expect(logged).toEqual([]);
});
