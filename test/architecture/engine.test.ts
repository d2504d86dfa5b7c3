import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** The nouns of the domain, in names, imports, strings and comments. */
const NOUNS =
  /partner|customer|\bkyc|settlement|\bfunding|underwrit|repay|lend(?:er|ing)|chargeback|webhook|operator|tally|\bcounters?\b|documentid|\bdocuments?\b/i;

/** Lines of the engine that print words for clients or for the people who run a gateway. */
const EXCEPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['engine/blob/signed-url.ts', ['retrieve the document again']],
  ['engine/log/request-facts.ts', ["Pick<Caller, 'partnerId' | 'keyId'>"]],
  ['engine/log/request-log-line.ts', ['partnerId', "['partner_id', partnerId]"]],
  ['engine/tracing/telemetry.ts', ["  'partner',"]],
  ['engine/tracing/tracing.ts', ["name: 'webhook attempt'"]],
]);

const wordsIn = (path: string, text: string): string[] =>
  text
    .split('\n')
    .filter((line) => NOUNS.test(line) && !(EXCEPTIONS.get(path) ?? []).some((part) => line.includes(part)))
    .map((line) => `${path}: ${line.trim()}`);

test('the engine holds no word of funding', () => {
  const engine = [...sources('src')].filter(([path]) => path.startsWith('engine/'));
  expect(engine.length).toBeGreaterThan(100);
  expect(engine.flatMap(([path, text]) => wordsIn(path, text))).toEqual([]);
});

test('each word that the engine prints is still there', () => {
  const engine = sources('src');
  const gone = [...EXCEPTIONS].flatMap(([path, parts]) =>
    parts.filter((part) => engine.get(path)?.includes(part) !== true).map((part) => `${path}: ${part}`),
  );
  expect(gone).toEqual([]);
});

test.each([
  "import { kycStatus } from '../x.ts';",
  'const partnerId = row.id;',
  "db.selectFrom('settlement')",
  '// Sums the counters.',
])('%s is found', (line) => {
  expect(wordsIn('engine/sql/x.ts', line)).toHaveLength(1);
});

test.each(['const response = 1;', "name: 'fundgate'", "'/officeDocument/2006'", 'allEnded(work)'])(
  '%s is not',
  (line) => {
    expect(wordsIn('engine/sql/x.ts', line)).toEqual([]);
  },
);
