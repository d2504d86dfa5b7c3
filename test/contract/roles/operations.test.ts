import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperationError } from '../../../src/kernel/errors.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { defineCommand, defineQuery } from '../../../src/pipeline/operation.ts';
import { type Key, type Keys, openKeys, type Verdict, verdictOf } from './keys.ts';
import { type AnyOperation, everyOperation } from '../../support/every-operation.ts';
import { PERMISSIONS } from '../../support/permissions.ts';

const operations = await everyOperation();

/** Every id that an operation may take; none of them exists. */
const IDS = {
  customer_id: 'cus_none',
  document_id: 'doc_none',
  funding_id: 'fun_none',
  partner_id: 'par_none',
  key_id: 'key_none',
  country: null,
  owner_id: null,
  webhook_endpoint_id: 'whe_none',
  webhook_delivery_id: 'whd_none',
  webhook_attempt_id: 'wha_none',
  webhook_replay_id: 'whr_none',
  event_id: 'evt_none',
  operator_id: 'opr_none',
  repayment_id: 'rep_none',
  entry_id: 'ent_none',
  event: 'decline',
  about: 'fun_none',
  decision_id: 'dcn_none',
};

let fixture: Keys;
beforeAll(async () => {
  fixture = await openKeys();
});
afterAll(() => fixture.close());

test('the table names every operation, and nothing else', () => {
  const names = operations.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(Object.keys(PERMISSIONS).toSorted()).toEqual(names.toSorted());
});

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s may be called by those that the table names, and by no others',
  async (name, operation) => {
    const permission = PERMISSIONS[name];
    if (permission === undefined)
      throw new Error(`test/support/permissions.ts must say who may call ${name}.`);
    const { roles, scope, operatorScope, grants } = operation;
    expect({ roles, scope, operatorScope, grants }).toEqual({
      roles: permission.roles,
      scope: permission.scope,
      operatorScope: permission.operatorScope,
      grants: permission.grants,
    });
    expect(await fixture.verdicts((key) => call(operation, key))).toEqual(fixture.expected(permission));
  },
);

async function call(operation: AnyOperation, { caller }: Key): Promise<Verdict> {
  try {
    await execute(fixture.gateway, operation, { caller, requestId: 'test', ids: IDS, input: {} });
    return 'let in';
  } catch (error) {
    if (error instanceof OperationError) return verdictOf(error.code);
    throw error;
  }
}

test('an operation that does not say who may call it does not compile', () => {
  const rest = { name: 'none', run: async () => null };
  // @ts-expect-error It has no roles.
  expect(defineQuery(rest)).not.toHaveProperty('roles');
  // @ts-expect-error It has none of the roles.
  expect(defineCommand({ ...rest, roles: [] })).toHaveProperty('roles', []);
});
