import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { defineRealTimeCommand, defineRealTimeQuery } from '../../pipeline/operation.ts';
import { settlementId } from '../settlement/find-settlement.ts';
import { removeRows } from '../../pipeline/rows/remove-rows.ts';

/** Long enough to read ten documents. An operator who needs longer claims the settlement again. */
const CLAIM_SECONDS = 15 * 60;

/** Who is looking at a settlement, and until when. */
export interface ClaimView {
  readonly funding_id: string;
  /** The operator, or the key if it has no operator. */
  readonly actor: string;
  /** Whether the claim is the caller's own. */
  readonly mine: boolean;
  readonly expires_at: string;
}

/** A person has one claim on a settlement, even with several keys and sessions. */
const holderOf = ({ operatorId, actor }: Caller): string => operatorId ?? actor;

/**
 * Claims a settlement for a quarter of an hour, so that two people do not decide on it. Another person's claim stays,
 * unless the caller takes it over. A claim blocks no operation.
 */
export const claimInstantSettlement = defineRealTimeCommand({
  name: 'claimInstantSettlement',
  roles: ['operator'],
  input: z.strictObject({
    take_over: z.boolean().nullish().describe('Whether to end the claim of another person.'),
  }),
  locate: settlementId,
  async run({ db, caller, now }, { input, subject: funding_id }): Promise<ClaimView> {
    const holder = holderOf(caller);
    const claim = {
      holder,
      claimed_at: timestamp(now),
      expires_at: timestamp(secondsLater(now, CLAIM_SECONDS)),
    };
    await db
      .insertInto('settlement_claim')
      .values({ funding_id, ...claim })
      .onConflict((conflict) =>
        conflict
          .column('funding_id')
          .doUpdateSet(claim)
          .where((eb) =>
            eb.or([
              eb.lit(input.take_over === true),
              eb('settlement_claim.holder', '=', holder),
              eb('settlement_claim.expires_at', '<=', claim.claimed_at),
            ]),
          ),
      )
      .execute();
    const held = await db
      .selectFrom('settlement_claim')
      .selectAll()
      .where('funding_id', '=', funding_id)
      .executeTakeFirstOrThrow();
    return { funding_id, actor: held.holder, mine: held.holder === holder, expires_at: held.expires_at };
  },
});

/** Ends a claim of the caller. */
export const releaseInstantSettlement = defineRealTimeCommand({
  name: 'releaseInstantSettlement',
  roles: ['operator'],
  locate: settlementId,
  async run({ db, caller }, { subject: funding_id }): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('settlement_claim')
      .where('funding_id', '=', funding_id)
      .where('holder', '=', holderOf(caller))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

/** The running claims on several settlements. */
export const listSettlementClaims = defineRealTimeQuery({
  name: 'listSettlementClaims',
  roles: ['operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run({ db, caller, now }, { input }): Promise<ReadonlyMap<string, ClaimView>> {
    const rows = await db
      .selectFrom('settlement_claim')
      .select(['funding_id', 'holder', 'expires_at'])
      .where('funding_id', 'in', input.funding_ids)
      .where('expires_at', '>', timestamp(now))
      .execute();
    const own = holderOf(caller);
    return new Map(
      rows.map(({ funding_id, holder, expires_at }) => [
        funding_id,
        { funding_id, actor: holder, mine: holder === own, expires_at },
      ]),
    );
  },
});

/** Removes a batch of ended claims; returns how many. */
export const reapClaims = ({ database, clock }: Foundation): Promise<number> =>
  removeRows(
    database.writes,
    { table: 'settlement_claim', key: ['funding_id'] },
    sql`expires_at < ${timestamp(clock())}`,
  );
