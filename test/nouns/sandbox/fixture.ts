import { expect } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { purgeSandbox } from '../../../src/nouns/sandbox/purge/purge.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { settlementBody, type TestGateway, type TestPartner } from '../../support/gateway.ts';

/** Sends a request of the sandbox, and expects that it succeeds. */
export async function done(partner: Pick<TestPartner, 'rest'>, path: string, body?: unknown) {
  const { status, json } = await partner.rest('POST', `/v1/sandbox${path}`, body);
  expect({ status, error: json.error }).toEqual({ status: 200 });
  return json;
}

/** Removes a batch of the partner that ended first. */
export async function purgeBatch({ gateway }: TestGateway) {
  const call = { caller: commandLine, requestId: 'purge', ids: {}, input: {} };
  return (await execute(gateway, purgeSandbox, call)).view;
}

/** Removes all of all partners that ended; returns how many customers and settlements they had. */
export async function purgeAll(fixture: TestGateway): Promise<number> {
  for (let records = 0; ;) {
    const batch = await purgeBatch(fixture);
    if (batch.partner_id === null) return records;
    records += batch.records;
  }
}

/** How many partners that have not ended there are for the first one of a row of resets. */
export async function countLive(
  { gateway }: TestGateway,
  { partnerId }: Pick<TestPartner, 'partnerId'>,
): Promise<number> {
  const live = await gateway.database.reads
    .selectFrom('sandbox_partner')
    .select('id')
    .where('root_id', '=', partnerId)
    .where('ended_at', 'is', null)
    .execute();
  return live.length;
}

/** A new partner with an offer. */
export async function partnerWithOffer(
  fixture: TestGateway,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const partner = await fixture.partner({ review: 'auto', offer_valid_days: 7, ...settings });
  const customer = await partner.completeCustomer();
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  expect(json.status).toMatch(/approved|accepted/);
  return { partner, customer, id: String(json.funding_id) };
}

/** A new partner whose settlement was funded today, with a period of 14 days. */
export async function partnerWithFunded(
  fixture: TestGateway,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const made = await partnerWithOffer(fixture, { auto_accept: true, ...settings });
  await done(made.partner, `/instant-settlements/${made.id}/disburse`);
  return made;
}
