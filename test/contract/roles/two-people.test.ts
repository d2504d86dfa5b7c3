import { expect, test } from 'vitest';
import { TWO_PEOPLE_OPERATIONS } from '../../../src/kernel/two-people.ts';
import { WAITING_OPERATIONS } from '../../../src/nouns/two-people/waiting-operations.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { everyOperation } from '../../support/every-operation.ts';
import { PERMISSIONS } from '../../support/permissions.ts';

/** Each operation of operators that may need two people, and the name of its kind. */
const GUARDED: Readonly<Record<string, string>> = {
  approveInstantSettlement: 'approve',
  disburseInstantSettlement: 'disburse',
  returnDisbursement: 'return',
  correctDisbursement: 'correct',
  extendInstantSettlement: 'extend',
  waiveFee: 'waive',
  writeOffInstantSettlement: 'write_off',
  refundExcess: 'refund',
  undoEntry: 'undo',
  recordRepayment: 'record',
  confirmRepayment: 'confirm',
  repayInstantSettlement: 'repay',
  reverseRepayment: 'reverse',
  recordRepayments: 'bulk',
  importRepayments: 'bulk',
  closeBooks: 'close_books',
  publishPolicy: 'policy',
  retirePolicy: 'policy',
  liftHold: 'lift_hold',
  updateProviderSettings: 'provider_settings',
  createPartner: 'partner_settings',
  updatePartner: 'partner_settings',
  createOperator: 'operator',
  updateOperator: 'operator',
  confirmOperator: 'operator',
  disableOperator: 'operator',
  createApiKey: 'operator_key',
  rotateApiKey: 'operator_key',
};

/** Why each other mutation that an operator may send needs one person only. */
const ONE_PERSON: Readonly<Record<string, string>> = {
  denyInstantSettlement: 'keeps money from going',
  withdrawInstantSettlement: 'keeps money from going',
  revokeInstantSettlement: 'keeps money from going',
  declineRepayment: 'says that no money came; a repayment can be recorded afterwards',
  hold: 'keeps money from going',
  requestDocument: 'keeps money from going until the document comes',
  revokeApiKey: 'takes power away, and a key that leaked must stop at once',
  endMySessions: 'ends sessions of the caller only',
  approvePending: 'is the second person',
  refusePending: 'keeps a change from being made',
  createPolicy: 'makes a draft, which decides nothing',
  updatePolicy: 'changes a draft, which decides nothing',
  shadowPolicy: 'only notes what a draft would decide',
  startPolicyTrial: 'reads past decisions, and changes none',
  cancelPolicyTrial: 'ends what only reads',
  addNote: 'adds a note for operators',
  assign: 'says whose work a case is',
  snooze: 'hides a case from a list for a time',
  wake: 'shows a case in its list again',
  claimInstantSettlement: 'says who looks at a case',
  releaseInstantSettlement: 'says that nobody looks at a case',
  disableWebhookEndpoint: 'tells a partner what happened, and moves nothing',
  enableWebhookEndpoint: 'tells a partner what happened, and moves nothing',
  testWebhookEndpoint: 'tells a partner what happened, and moves nothing',
  replayWebhookEvents: 'tells a partner what happened, and moves nothing',
  retryWebhookDelivery: 'tells a partner what happened, and moves nothing',
  sandboxAdvanceClock: 'only a sandbox has it',
  sandboxSettlementEvent: 'only a sandbox has it',
  sandboxSales: 'only a sandbox has it',
  sandboxRepaymentEvent: 'only a sandbox has it',
  sandboxKyc: 'only a sandbox has it',
  sandboxSend: 'only a sandbox has it',
  sandboxUpdateSettings: 'only a sandbox has it',
  sandboxCreatePartner: 'only a sandbox has it',
  sandboxReset: 'only a sandbox has it',
};

/** Why each other command of operators, which no mutation runs, needs one person only. */
const WITHOUT_MUTATION: Readonly<Record<string, string>> = {
  createFirstPartner: 'only if there is no partner yet',
  mendApiKey: 'the command line revokes a damaged key by it',
  mendOperator: 'the command line gives a damaged operator what the trail says by it',
  openSession: 'the console: a person signs in',
  endSession: 'the console: a person signs out',
  signInByOidc: 'the console: a person signs in, who is confirmed by two people',
  beginExport: 'reads only',
  breakOffExport: 'reads only',
  finishExport: 'reads only',
  purgeSandbox: 'only a sandbox has it',
  expireSandboxPartners: 'only a sandbox has it',
  moveSandboxClock: 'only a sandbox has it',
  applyHolidays: 'upkeep: no caller of the APIs runs it',
  cancelWebhookDeliveries: 'upkeep: no caller of the APIs runs it',
  claimWebhookTest: 'upkeep: no caller of the APIs runs it',
  claimPolicyTrial: 'upkeep: no caller of the APIs runs it',
  recordTrialPage: 'upkeep: no caller of the APIs runs it',
  failPolicyTrial: 'upkeep: no caller of the APIs runs it',
  reapTrialCases: 'upkeep: no caller of the APIs runs it',
  closeSettlements: 'upkeep: no caller of the APIs runs it',
  countKycWarnings: 'upkeep: no caller of the APIs runs it',
  earnFees: 'upkeep: no caller of the APIs runs it',
  expireOffers: 'upkeep: no caller of the APIs runs it',
  hashPayoutReferences: 'upkeep: no caller of the APIs runs it',
  lapseApprovals: 'upkeep: no caller of the APIs runs it',
  noteWebhookAttempts: 'upkeep: no caller of the APIs runs it',
  noticeSettlements: 'upkeep: no caller of the APIs runs it',
  openSettlements: 'upkeep: no caller of the APIs runs it',
  reapWebhookDeliveries: 'upkeep: no caller of the APIs runs it',
  releaseWebhookDeliveries: 'upkeep: no caller of the APIs runs it',
  replayNextPage: 'upkeep: no caller of the APIs runs it',
};

const operations = await everyOperation();

/** The names of the operations that the root fields of mutations run, for those that an operator may send. */
const mutations = Object.entries(PERMISSIONS).flatMap(([operation, { roles, fields = [] }]) =>
  fields
    .filter((field) => field.startsWith('Mutation.') && roles.includes('operator'))
    .map((field) => [field.slice('Mutation.'.length), operation] as const),
);

test('each mutation that an operator may send is guarded, or the table says why it needs one person', () => {
  const guarded = mutations.filter(([, operation]) => Object.hasOwn(GUARDED, operation));
  const free = mutations.filter(([, operation]) => !Object.hasOwn(GUARDED, operation));
  expect(guarded.map(([, operation]) => operation).toSorted()).toEqual(Object.keys(GUARDED).toSorted());
  expect(free.map(([field]) => field).toSorted()).toEqual(Object.keys(ONE_PERSON).toSorted());
});

test('the table of permissions has each mutation of the schema', () => {
  const fields = Object.values(PERMISSIONS).flatMap((permission) => permission.fields ?? []);
  const known = fields.filter((field) => field.startsWith('Mutation.'));
  const all = Object.keys(gatewaySchema().getMutationType()?.getFields() ?? {});
  expect(all.map((name) => `Mutation.${name}`).toSorted()).toEqual(known.toSorted());
});

test('each guarded operation asks for two people, and no other one does', () => {
  const asking = operations.flatMap((operation) =>
    operation.kind === 'command' && operation.twoPeople !== undefined
      ? [[operation.name, operation.twoPeople.operation] as const]
      : [],
  );
  expect(Object.fromEntries(asking)).toEqual(GUARDED);
  expect(new Set(Object.values(GUARDED))).toEqual(new Set(TWO_PEOPLE_OPERATIONS));
});

test('each guarded operation can be approved by the id of what waits', () => {
  expect([...WAITING_OPERATIONS.keys()].toSorted()).toEqual(Object.keys(GUARDED).toSorted());
});

test('each command of operators without a mutation is in the table, which says why it needs one person', () => {
  const ofMutations = new Set(mutations.map(([, operation]) => operation));
  const others = operations.filter(
    ({ kind, name, roles }) => kind === 'command' && roles.includes('operator') && !ofMutations.has(name),
  );
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_MUTATION).toSorted());
});
