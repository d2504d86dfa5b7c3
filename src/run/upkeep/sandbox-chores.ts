import { scheduler } from '../../kernel/caller.ts';
import { partnersAfter } from '../../nouns/sandbox/clock/find-clock.ts';
import { moveSandboxClock } from '../../nouns/sandbox/clock/move-clock.operations.ts';
import { expireSandboxPartners } from '../../nouns/sandbox/own-partner/expiry.operations.ts';
import { execute } from '../../pipeline/execute.ts';
import type { OpenGateway } from '../open/open-gateway.ts';
import { untilDone } from './until-done.ts';

const call = { caller: scheduler, requestId: 'clock', ids: {}, input: {} };

/** In a sandbox partners that partners made end after a day, by real time. */
export async function endPartnersOfADay(gateway: OpenGateway): Promise<void> {
  if (gateway.clocks === null) return;
  await untilDone(async () => (await execute(gateway, expireSandboxPartners, call)).view);
}

/** In a sandbox the same work is done for each partner, at the time of the partner. */
export async function moveClocks(gateway: OpenGateway): Promise<void> {
  if (gateway.clocks === null) return;
  const ofPartner = (partner_id: string) => ({ ...call, ids: { partner_id }, input: { until: null } });
  for (let after = ''; ;) {
    const partners = await partnersAfter(gateway.database.reads, after);
    for (const id of partners) {
      let isDone = false;
      while (!isDone) ({ isDone } = (await execute(gateway, moveSandboxClock, ofPartner(id))).view);
    }
    const last = partners.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
