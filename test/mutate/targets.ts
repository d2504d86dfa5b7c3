/** Sources, and the tests that should notice a change of them. */
interface Target {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** What handles money, and what says what happened. Each has the tests of its subject, not all that pass through it. */
export const TARGETS: Readonly<Record<string, Target>> = {
  repayment: {
    sources: ['src/nouns/repayment'],
    tests: ['test/nouns/repayment', 'test/nouns/settlement/servicing'],
  },
  idempotency: {
    sources: ['src/pipeline/idempotency'],
    tests: [
      'test/contract/idempotency',
      'test/pipeline/idempotency',
      'test/nouns/webhook/endpoint/endpoint.test.ts',
    ],
  },
  ledger: {
    sources: ['src/nouns/ledger'],
    tests: ['test/nouns/settlement/servicing', 'test/nouns/statement', 'test/run/audit'],
  },
  feed: {
    sources: ['src/trail/positions'],
    tests: ['test/trail/positions', 'test/nouns/event/feed'],
  },
};
