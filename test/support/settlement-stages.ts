import { runChores } from '../../src/run/housekeeping.ts';
import {
  type SettlementEvent,
  settlementMachine,
  type SettlementStatus,
} from '../../src/settlement/settlement.machine.ts';
import { type Answer, openTestGateway, settlementBody } from './gateway.ts';

const DAY_MS = 86_400_000;
/** Longer than any offer here is valid. */
const LAPSE_MS = 31 * DAY_MS;

/** The arguments of the mutation of each event besides the id; the scheduler's event has none. */
const ARGUMENTS: Readonly<Record<Exclude<SettlementEvent, 'expire'>, string>> = {
  approve: '',
  deny: ', reason: HIGH_REFUND_RATE',
  accept: '',
  reject: ', reason: "too dear"',
  withdraw: ', reason: "priced wrongly"',
  disburse: ', reference: "payment 7"',
  revoke: ', reason: "fraud suspected"',
  repay: '',
};

export type Stages = Awaited<ReturnType<typeof openStages>>;

/** A gateway with a partner under manual review, an operator, and a clock that can be moved. */
export async function openStages(
  settings: Readonly<Record<string, unknown>> = { review: 'manual' },
  environment: NodeJS.ProcessEnv = {},
) {
  let now = new Date('2026-03-01T00:00:00Z');
  const fixture = await openTestGateway(environment, () => now);
  const partner = await fixture.partner(settings);
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer('HK');

  async function submit(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { json } = await partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(customerId, changes),
    );
    return json.funding_id;
  }

  /**
   * Causes an event by GraphQL, with a key of the role that may cause it; an event of the scheduler by moving the
   * clock. Null where no request was sent.
   */
  async function cause(event: SettlementEvent, id: string): Promise<Answer | null> {
    if (event === 'expire') {
      now = new Date(now.getTime() + LAPSE_MS);
      await runChores(fixture.gateway);
      return null;
    }
    const by = settlementMachine.causeOf(event) === 'partner' ? partner : operator;
    const field = `${event}InstantSettlement(id: $id${ARGUMENTS[event]})`;
    return by.graphql(`mutation ($id: ID!) { ${field} { id status } }`, { id });
  }

  /** A settlement that was brought to a status by the fewest events. */
  async function bring(status: SettlementStatus): Promise<string> {
    const id = await submit();
    for (const event of wayTo(status)) await cause(event, id);
    return id;
  }

  const read = async (id: string) => (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json;

  return {
    ...fixture,
    partner,
    operator,
    customerId,
    submit,
    cause,
    bring,
    read,
    now: () => now,
    wait(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  };
}

/** The fewest events from the first status to another one. */
export function wayTo(status: SettlementStatus): readonly SettlementEvent[] {
  const ways = new Map<SettlementStatus, readonly SettlementEvent[]>([['submitted', []]]);
  for (const [from, way] of ways) {
    for (const event of settlementMachine.nextEvents(from)) {
      const to = settlementMachine.advance(from, event);
      if (to !== null && !ways.has(to)) ways.set(to, [...way, event]);
    }
  }
  const way = ways.get(status);
  if (way === undefined) throw new Error(`No way leads to ${status}.`);
  return way;
}
