import { timestamp } from '../../kernel/clock.ts';
import { noSuch, refusal } from '../../kernel/errors.ts';
import { lookupId, newId } from '../../kernel/id.ts';
import { isForgery, unlessDamaged } from '../../engine/crypto/row-mac.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import type { Caller } from '../../kernel/caller.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import { aboutRecord } from '../../pipeline/matter.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { lockProvider } from '../provider/find-provider.ts';
import { HoldInput, LiftHoldInput } from './hold.input.ts';
import { PROVEN_HOLDS, requireGenuineHold, withHoldMac } from './hold-mac.ts';
import { type HoldRow, type HoldView, presentDamagedHold, presentHold } from './hold.present.ts';
import { aboutHold, EVERYTHING, holdAad, STANDING_MAX } from './hold.rules.ts';

/** The table and the name of each kind that can be held. */
const HELD = {
  settlement: ['instant_settlement', 'a settlement'],
  customer: ['customer', 'a customer'],
  partner: ['partner', 'a partner'],
} as const;

/** Who placed or lifted a hold: the person, or the key if it has none. */
const personOf = ({ operatorId, actor }: Caller): string => operatorId ?? actor;

/** Places a hold. From its commit on, nothing that it stops is committed. */
export const placeHold = defineCommand({
  name: 'hold',
  roles: ['operator'],
  input: HoldInput,
  locate: requireObject,
  async run(context, { input: { kind, reason }, subject: object }): Promise<HoldView> {
    if ((kind === 'all') !== (object === null))
      throw refusal(
        'parameter_invalid',
        kind === 'all'
          ? 'must be absent for the kind "all"'
          : `must be the id of ${HELD[kind][1]} for this kind`,
        { path: ['id'] },
      );
    if (object !== null && kind !== 'all' && object.kind !== kind)
      throw refusal('parameter_invalid', `must be the id of ${HELD[kind][1]} for this kind`, {
        path: ['id'],
      });
    // Waits for approvals, payouts and refunds under way, and lets none begin before the commit.
    await lockProvider(context);
    const object_id = object?.id ?? EVERYTHING;
    await requireRoom(context, object_id);
    const id = newId('hld', context.now);
    const row = withHoldMac(context.rowMacs, {
      id,
      kind,
      object_id,
      reason: context.vault.encrypt(reason, holdAad('reason', id)),
      placed_by: personOf(context.caller),
      placed_at: timestamp(context.now),
      lifted_by: null,
      lifted_at: null,
      lift_reason: null,
      steps: 1,
    });
    await context.db.insertInto('hold').values(row).execute();
    await context.record({
      ...aboutHold(row),
      type: 'hold.placed',
      isFirst: true,
      data: { kind, object_id: object?.id ?? null },
    });
    return presentHold(row, context.vault);
  },
});

/**
 * Lifts a hold. What it stopped can go on, unless another hold stands. A damaged hold stands until a person lifts it,
 * because the gateway may have placed it.
 */
export const liftHold = defineCommand({
  name: 'liftHold',
  roles: ['operator'],
  input: LiftHoldInput,
  locate: lockAnyHold,
  twoPeople: {
    operation: 'lift_hold',
    matter: (context, { subject }) => {
      const { hold_id, kind, object_id, is_damaged } = shownHold(context, subject);
      // A damaged row may name a wrong object.
      const held = is_damaged ? null : object_id;
      return {
        ...aboutRecord(hold_id, '', kind === 'partner' ? held : null),
        settlement: kind === 'settlement' ? held : null,
      };
    },
    unchanged: (context, { subject }) => shownHold(context, subject),
  },
  async run(context, { input: { reason }, subject: before }): Promise<HoldView> {
    if (before.lifted_at !== null) throw refusal('conflict', 'The hold was lifted before.');
    const lifted = {
      lifted_by: personOf(context.caller),
      lifted_at: timestamp(context.now),
      lift_reason: context.vault.encrypt(reason, holdAad('lift_reason', before.id)),
    };
    const after =
      (await liftGenuine(context, before, lifted)) ?? (await liftDamaged(context, before, lifted));
    const { kind, object_id } = after;
    await context.record({ ...aboutHold(before), type: 'hold.lifted', data: { kind, object_id } });
    return after;
  },
});

const changeRow = rowChanges(PROVEN_HOLDS);

type Lifted = { readonly [Column in 'lifted_by' | 'lifted_at']: string } & Pick<HoldRow, 'lift_reason'>;

/** Null if the gateway did not write the row, or if it is older than the trail shows. */
async function liftGenuine(
  context: CommandContext,
  before: HoldRow,
  lifted: Lifted,
): Promise<HoldView | null> {
  try {
    const { after, written } = changeRow(context, before, lifted);
    await written;
    return presentHold(after, context.vault);
  } catch (error) {
    if (isForgery(error)) return null;
    throw error;
  }
}

/** The MAC stays wrong, so the audit still names the row. */
async function liftDamaged(context: CommandContext, before: HoldRow, lifted: Lifted): Promise<HoldView> {
  await context.db.updateTable('hold').set(lifted).where('id', '=', before.id).execute();
  return presentDamagedHold({ ...before, ...lifted });
}

/** A hold as operators see it. One whose row cannot be trusted shows that it exists, and what it stops. */
export const shownHold = ({ rowMacs, vault }: QueryContext, row: HoldRow): HoldView =>
  unlessDamaged(
    () => {
      requireGenuineHold(rowMacs, row);
      return presentHold(row, vault);
    },
    () => presentDamagedHold(row),
  );

type HoldIds = { readonly hold_id: string };

/** One hold. */
export const getHold = defineQuery({
  name: 'getHold',
  roles: ['partner', 'operator'],
  async locate(context, ids: HoldIds): Promise<HoldRow> {
    // A partner may ask `node` for any id, and never finds a hold.
    if (context.caller.role !== 'operator') throw missingHold();
    return lockAnyHold(context, ids);
  },
  run: (context, { subject }): HoldView => shownHold(context, subject),
});

interface HeldObject {
  readonly kind: keyof typeof HELD;
  readonly id: string;
}

/** The settlement, customer or partner to hold, locked until the transaction ends; null for everything. */
async function requireObject(
  context: QueryContext,
  { object_id }: { readonly object_id: string | null },
): Promise<HeldObject | null> {
  if (object_id === null) return null;
  const id = lookupId(object_id);
  for (const kind of ['settlement', 'customer', 'partner'] as const) {
    const [table] = HELD[kind];
    const found = await context.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) continue;
    if (kind === 'customer') await lockCustomer(context, id);
    return { kind, id };
  }
  throw noSuch('instant settlement, customer or partner');
}

/** A request for funding locks the KYC record of its customer before it looks for holds. */
async function lockCustomer(context: QueryContext, id: string): Promise<void> {
  await context.db
    .selectFrom('kyc_record')
    .select('customer_id')
    .where('customer_id', '=', id)
    .$call(lockRows(context))
    .execute();
}

async function requireRoom({ db }: QueryContext, object_id: string): Promise<void> {
  const standing = await db
    .selectFrom('hold')
    .select('id')
    .where('object_id', '=', object_id)
    .where('lifted_at', 'is', null)
    .limit(STANDING_MAX)
    .execute();
  if (standing.length >= STANDING_MAX)
    throw refusal('limit_reached', `An object can have at most ${STANDING_MAX} holds; lift one of them.`);
}

/** A hold, locked until the transaction ends; not trusted. Throws `resource_missing`. */
async function lockAnyHold(context: QueryContext, { hold_id }: HoldIds): Promise<HoldRow> {
  return context.db
    .selectFrom('hold')
    .selectAll()
    .where('id', '=', hold_id)
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(missingHold);
}

const missingHold = () => noSuch('hold');
