// Processes, since they are killed.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { DECISIONS_OF_CHANGE, fillForTrial } from '../../support/fixtures/kept-decisions.ts';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { openTestGateway, SECRET_KEY } from '../../support/gateway.ts';
import { onBothDatabases } from '../../support/on-both-databases.ts';

/** Some pages, so that a process can be killed between the first and the last one. */
const DECISIONS = 3_000;
const KILLS = 2;
const LOOK_MS = 20;
/** Another process goes on when the claim of the killed one is 15 seconds old. */
const ENDS_WITHIN_MS = 90_000;
/** Requests go before a trial, so it is asked for seldom. */
const ENDED = { timeout: ENDS_WITHIN_MS, interval: 250 };

type Answered = ReturnType<typeof JSON.parse>;

const TRIAL = `state total done changed failed unreadable groups { outcome verdict changed count amounts { currency amount } }`;
const CASES = 'policyTrialCases(id: $id, first: 60) { totalCount nodes { fundingId amount } }';

async function ask(gateway: GatewayProcess, key: string, query: string, id: string): Promise<Answered> {
  const response = await gateway.rest('POST', '/graphql', { key, body: { query, variables: { id } } });
  expect(response.json.errors).toBeUndefined();
  return response.json.data;
}

onBothDatabases(
  'a trial whose process is killed goes on in the next one, and counts as if nothing had happened',
  async (environment, folder) => {
    const settings = { ...environment, SECRET_KEY };
    const { fixture, key, policy } = await fillForTrial(openTestGateway(settings), DECISIONS);
    await fixture.close();

    let gateway = await startGateway(folder, settings);
    const start = async (): Promise<string> => {
      const query = `mutation ($id: ID!) {
        startPolicyTrial(id: $id, from: "2026-01-01T00:00:00Z", until: "2026-12-31T00:00:00Z") { trialId } }`;
      return (await ask(gateway, key, query, policy)).startPolicyTrial.trialId;
    };
    const look = async (id: string): Promise<Answered> =>
      (await ask(gateway, key, `query ($id: ID!) { policyTrial(id: $id) { ${TRIAL} } }`, id)).policyTrial;
    const cases = (id: string) => ask(gateway, key, `query ($id: ID!) { ${CASES} }`, id);

    try {
      const undisturbed = await start();
      await expect.poll(() => look(undisturbed), ENDED).toMatchObject({ state: 'FINISHED' });

      const disturbed = await start();
      for (let killed = 0, read = 0; killed < KILLS; killed += 1) {
        let seen = await look(disturbed);
        for (const until = Date.now() + ENDS_WITHIN_MS; seen.done <= read && Date.now() < until;) {
          await setTimeout(LOOK_MS);
          seen = await look(disturbed);
        }
        expect(seen.done).toBeGreaterThan(read);
        await gateway.kill();
        gateway = await startGateway(folder, settings);
        const left = await look(disturbed);
        expect(left).toMatchObject({ state: 'RUNNING' });
        expect(left.done).toBeGreaterThanOrEqual(seen.done);
        expect(left.done).toBeLessThan(DECISIONS);
        read = left.done;
      }
      await expect.poll(() => look(disturbed), ENDED).toMatchObject({ state: 'FINISHED' });
      const [whole, broken] = [await look(undisturbed), await look(disturbed)];
      expect(broken).toEqual(whole);
      expect(whole).toMatchObject({
        total: DECISIONS,
        done: DECISIONS,
        changed: DECISIONS / DECISIONS_OF_CHANGE,
        failed: 0,
        unreadable: 0,
      });
      expect(await cases(disturbed)).toEqual(await cases(undisturbed));
    } finally {
      await gateway[Symbol.asyncDispose]();
    }
  },
);
