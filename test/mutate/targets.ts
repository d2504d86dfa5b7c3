/** Sources, and the tests that should notice a change of them: the likeliest first, which are soon over. */
interface Target {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/**
 * What handles money, and what says what happened. Each has the tests of its subject, and those of others that look at
 * what it writes; not all tests that pass through it.
 */
export const TARGETS: Readonly<Record<string, Target>> = {
  repayment: {
    sources: ['src/nouns/repayment'],
    tests: [
      'test/print-schema.test.ts',
      'test/nouns/repayment/list.test.ts',
      'test/nouns/repayment/import.test.ts',
      'test/nouns/repayment/bulk.test.ts',
      'test/nouns/repayment/refusals.test.ts',
      'test/nouns/repayment/repayment.test.ts',
      'test/nouns/repayment/duplicates.test.ts',
      'test/nouns/repayment/proof.test.ts',
      'test/nouns/repayment/cli.test.ts',
      'test/nouns/repayment/late-bulk.test.ts',
      'test/nouns/repayment/days.test.ts',
      'test/contract/lists/filters.test.ts',
      'test/run/audit/forged-settlements.test.ts',
      'test/nouns/two-people/operations.test.ts',
      'test/nouns/settlement/servicing/hard-cases.test.ts',
      'test/nouns/settlement/servicing/large-amounts.test.ts',
      'test/nouns/settlement/servicing/return.test.ts',
      'test/api/rest/openapi/answers.test.ts',
      'test/run/encryption/repayments.test.ts',
      'test/run/encryption/rotation.test.ts',
    ],
  },
  idempotency: {
    sources: ['src/pipeline/idempotency'],
    tests: [
      'test/pipeline/idempotency',
      'test/contract/idempotency/tried-first.test.ts',
      'test/contract/idempotency/ledger.test.ts',
      'test/contract/idempotency/rest.test.ts',
      'test/contract/idempotency/graphql.test.ts',
      'test/contract/idempotency/person.test.ts',
      'test/contract/idempotency/races.test.ts',
      'test/contract/idempotency/understood.test.ts',
      'test/nouns/webhook/endpoint/endpoint.test.ts',
      'test/run/encryption/damage.test.ts',
    ],
  },
  ledger: {
    sources: ['src/nouns/ledger'],
    tests: [
      'test/nouns/ledger',
      'test/nouns/settlement/servicing/journal.test.ts',
      'test/nouns/statement/order.test.ts',
      'test/nouns/statement/journal.test.ts',
      'test/nouns/statement/statement.test.ts',
      'test/nouns/settlement/servicing/clock.test.ts',
      'test/nouns/settlement/servicing/operations.test.ts',
      'test/nouns/settlement/servicing/large-amounts.test.ts',
      'test/nouns/settlement/servicing/forged-rows.test.ts',
      'test/run/audit/forged-journal.test.ts',
      'test/nouns/repayment/duplicates.test.ts',
      'test/nouns/work-list/servicing-scans.test.ts',
    ],
  },
  feed: {
    sources: ['src/trail/positions'],
    tests: [
      'test/trail/positions/passed.test.ts',
      'test/trail/positions/relay.test.ts',
      'test/trail/positions/two-relays.test.ts',
      'test/trail/positions/relay-walks.test.ts',
      'test/nouns/event/feed/event-feed.test.ts',
      'test/nouns/event/feed/feed-plans.test.ts',
      'test/nouns/event/feed/feed-watch.test.ts',
    ],
  },
};
