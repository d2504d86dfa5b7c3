import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import { type ConsoleFixture, goTo } from './fixture.ts';
import { passStillTime } from './hand.ts';

/**
 * Opens a case as from one of the queues, and waits for the name of its company, for what the page asks for then, and
 * until keys act on it.
 */
export async function openCase(
  fixture: ConsoleFixture,
  person: Visit,
  fundingId: string,
  company: string,
  queue = 'review',
): Promise<void> {
  // Events that came later would change the case, and keys are still after a change.
  await fixture.relay();
  await goTo(fixture, person, `case/${fundingId}?from=${queue}`);
  await person.page.getByRole('heading', { name: company }).first().waitFor();
  await untilLoaded(person);
  await passStillTime(person);
}

/** Waits until what came is drawn, and what it makes the page ask for is on its way. */
export const untilDrawn = ({ page }: Visit): Promise<void> =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve);
    await promise;
  });

/** Waits until the page has all that its screen shows. */
async function untilLoaded(person: Visit): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = person.underWay.size > 0 ? 0 : quiet + 1) await untilDrawn(person);
}

/** A settlement as the gateway has it, and not the page, with the steps of its history and the person of the last one. */
export async function stateOf({ admin }: ConsoleFixture, fundingId: string) {
  const { json } = await admin.graphql(
    `query ($id: ID!) { instantSettlement(id: $id) { status interestRate denialReason denialNote disbursementReference
      history { event actorName } } }`,
    { id: fundingId },
  );
  const { history, ...settlement } = json.data.instantSettlement;
  const steps: readonly { event: string; actorName: string }[] = history;
  return { ...settlement, events: steps.map(({ event }) => event), by: steps.at(-1)?.actorName };
}

/** A settlement whose money was sent today; without changes HKD 10,000.00, with a fee of HKD 20.00. Returns its id. */
export async function fundCase(
  { admin, partner, request }: ConsoleFixture,
  company: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { fundingId: id } = await request(company, changes);
  await admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }', { id });
  await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  const disburse =
    'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment-1") { status } }';
  const { json } = await admin.graphql(disburse, { id });
  expect(json.data.disburseInstantSettlement).toEqual({ status: 'FUNDED' });
  return id;
}

/** Changes the interest rate of the partner. */
export async function setPricing({ admin, partner }: ConsoleFixture, rate: number): Promise<void> {
  await admin.graphql(
    'mutation ($id: ID!, $rate: Float) { updatePartner(id: $id, input: { interestRate: { default: $rate } }) { id } }',
    { id: partner.partnerId, rate },
  );
}
