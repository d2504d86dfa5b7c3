/** These need a server of PostgreSQL, so no other project has them. */
export const OF_POSTGRES = [
  'test/engine/postgres/**/*.test.ts',
  'test/simulate/postgres/worlds.test.ts',
  'test/support/postgres/*.test.ts',
];

/** These are about the file of SQLite, read its plans or count its statements. */
export const OF_SQLITE = [
  'test/engine/sqlite/**',
  'test/run/encryption/nothing-in-plain.test.ts',
  'test/run/upkeep/idle.test.ts',
  'test/{contract,nouns}/**/*plans.test.ts',
];

/**
 * Tests whose result could differ on PostgreSQL: each operation once, overlapping changes, types of columns, SQL that
 * only one database has. `npm test` runs them on both.
 */
export const ON_BOTH = [
  'test/contract/idempotency/*.test.ts',
  'test/contract/input/{free-json,numbers}.test.ts',
  'test/contract/lists/*.test.ts',
  'test/contract/parity/results.test.ts',
  'test/contract/privacy/privacy.test.ts',
  'test/engine/sql/*.test.ts',
  'test/nouns/api-key/two-processes.test.ts',
  'test/nouns/document/replacement.test.ts',
  'test/nouns/document/stored/sweep-together.test.ts',
  'test/nouns/event/feed/event-feed.test.ts',
  'test/nouns/kyc/first-change.test.ts',
  'test/nouns/note/note.test.ts',
  'test/nouns/operator/update.test.ts',
  'test/nouns/repayment/{bulk,duplicates,late-bulk,races,repayment,two-processes}.test.ts',
  'test/nouns/settlement/list/*.test.ts',
  'test/nouns/settlement/servicing/{forged-rows,large-amounts,operations,races,return,servicing}.test.ts',
  'test/nouns/sandbox/{meanwhile,purge}.test.ts',
  'test/nouns/decision/*.test.ts',
  'test/nouns/{hold,two-people}/at-once.test.ts',
  'test/nouns/policy/trial-at-once.test.ts',
  'test/nouns/settlement/underwriting/{decision,underwriting}.test.ts',
  'test/nouns/statement/*.test.ts',
  'test/nouns/webhook/*/*-meanwhile.test.ts',
  'test/nouns/webhook/delivery/{delivery,ordering}.test.ts',
  'test/nouns/webhook/replay/*.test.ts',
  'test/nouns/work-list/{assignment,due-times,overview,scans,servicing-queues,servicing-scans,snooze,totals,waiting-orders}.test.ts',
  'test/pages/export/turns.test.ts',
  'test/run/audit/meanwhile.test.ts',
  'test/run/audit/windows.test.ts',
  'test/run/cli/{migrate,two-people}-commands.test.ts',
  'test/run/encryption/{meanwhile,secrets-together}.test.ts',
  'test/run/migrations/*.test.ts',
  'test/run/nothing-made.test.ts',
  'test/run/upkeep/beats.test.ts',
  'test/trail/checkpoint/{checkpoint-walks,checkpoints}.test.ts',
  'test/trail/positions/*.test.ts',
  'test/trail/record/{backlog,creation-trees,trail}.test.ts',
];

/** All other tests of whole gateways: `npm test` runs them on SQLite, and `npm run test:system` on PostgreSQL too. */
export const ON_POSTGRES_LATER = [
  'api/rest/openapi',
  'contract',
  'nouns/{api-key,document,event,operator,partner,repayment,session,settlement,statement,webhook,work-list}',
  'nouns/{hold,kyc,provider,two-people}/*.test.ts',
  'nouns/policy/{damaged,evaluating,policy,trial}.test.ts',
  'nouns/policy/same',
  'nouns/sandbox/{clock,faults,life,live,live-attack,magic,magic-steps,open-streams,own-partner,send,several-clocks,whole-life}.test.ts',
  'pages/export',
  'run/*.test.ts',
  'run/{audit,backup,encryption,open,server,upkeep}',
  'run/cli/{commands-and-mutations,reading-commands}.test.ts',
  'system/crash/hostile-feed.test.ts',
  'system/upgrade',
  'trail',
].map((path) => `test/${path.endsWith('.ts') ? path : `${path}/**/*.test.ts`}`);

/** Of these a run on SQLite says all: they stand before the database or beside it. */
export const ASK_NO_DATABASE = [
  'test/**/s3*.test.ts',
  'test/api/rest/openapi/{lint,strict}.test.ts',
  'test/contract/input/{bounded-lists,fields}.test.ts',
  'test/contract/{limits,parity/fault-lists}.test.ts',
  'test/nouns/settlement/machine.test.ts',
  'test/nouns/settlement/servicing/{journal,sequences}.test.ts',
  'test/nouns/webhook/sending/{addresses,schedule,sending}.test.ts',
  'test/run/open/*.test.ts',
  'test/run/{bundle,node-version,upkeep/heart-beat}.test.ts',
  'test/trail/record/{event-types,recent-macs}.test.ts',
];
