import { randomUUID } from 'node:crypto';
import { runHousekeeping } from '../../../../../src/run/upkeep/housekeeping.ts';
import { openStages } from '../../../../support/fixtures/settlement-stages.ts';

const HOUR_MS = 3_600_000;
/** Answers are kept for a day. */
const KEPT_MS = 23 * HOUR_MS;

/** A change that succeeded, and what it answered. */
interface Done {
  readonly at: number;
  readonly again: () => Promise<string>;
  readonly text: string;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What a mutation answered. */
export interface Answered {
  /** The code of the error; null if it succeeded. */
  readonly code: string | null;
  readonly data: ReturnType<typeof JSON.parse>;
}

/** A gateway with a clock that stands still, on which many stories are played, one after another. */
export async function openStage() {
  const settings = { review: 'manual', reports_repayments: true } as const;
  const stages = await openStages({ ...settings, repayment_order: 'fee_first' });
  stages.wait(26 * HOUR_MS);
  const principalFirst = await stages.newPartner({ ...settings, repayment_order: 'principal_first' });
  const admin = await stages.key(stages.partner.partnerId, {
    role: 'operator',
    scopes: ['read', 'write', 'admin'],
  });
  const owners = [
    { partner: stages.partner, customerId: stages.customerId },
    { partner: principalFirst, customerId: await principalFirst.completeCustomer('HK') },
  ] as const;
  const done: Done[] = [];

  /** Sends a mutation with a key of its own. What succeeds can be sent again. */
  async function mutate(
    by: Pick<typeof stages.partner, 'graphql'>,
    document: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<Answered> {
    const key = randomUUID();
    const send = () => by.graphql(document, variables, { 'idempotency-key': key });
    const { json, text } = await send();
    const code = json.errors?.[0].extensions.code ?? null;
    // A bulk that recorded nothing is not kept, as a refusal is not.
    const isKept = code === null && json.data.recordRepayments?.recorded !== 0;
    if (isKept) done.push({ at: stages.now().getTime(), text, again: async () => (await send()).text });
    return { code, data: json.data };
  }

  /** The changes whose answers are still kept. */
  const replayable = () => done.filter(({ at }) => at > stages.now().getTime() - KEPT_MS);

  return {
    ...stages,
    admin,
    owners,
    mutate,
    replayable,
    clockWorks: () => runHousekeeping(stages.gateway),
    pass: (hours: number) => stages.wait(hours * HOUR_MS),
    /** The day in Hong Kong. */
    today: () => new Date(stages.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10),
    moment: () => `${stages.now().toISOString().slice(0, 19)}Z`,
  };
}
