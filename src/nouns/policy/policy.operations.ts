import { notBefore, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { lookupId } from '../../kernel/id.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { isForgery } from '../../engine/crypto/row-mac.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import type { EventType } from '../../trail/record/event-types.ts';
import { type CommandContext, defineRealTimeCommand, type QueryContext } from '../../pipeline/operation.ts';
import { aboutRecord, type TwoPeople } from '../../pipeline/matter.ts';
import { lockProvider } from '../provider/find-provider.ts';
import { lockPolicy } from './find-policies.ts';
import { CreatePolicyInput, UpdatePolicyInput } from './policy.input.ts';
import { policyContentAad, type PolicyRow, PROVEN_POLICIES, withPolicyMac } from './policy-mac.ts';
import { type PolicyEvent, policyMachine, type PolicyState } from './policy.machine.ts';
import { requireTrial } from './find-trials.ts';
import {
  type PolicyContent,
  GENERAL,
  policyHash,
  type PolicyView,
  presentPolicy,
  stateOf,
} from './policy.present.ts';

type PolicyIds = { readonly policy_id: string };

/** The most versions that are not retired, of all scopes together. More would be more than people oversee. */
const POLICIES_MAX = 200;

/** Makes a draft. Throws `limit_reached` if `POLICIES_MAX` versions are not retired. */
export const createPolicy = defineRealTimeCommand({
  name: 'createPolicy',
  roles: ['operator'],
  input: CreatePolicyInput,
  // Two drafts at once wait for each other, so that they cannot pass the limit.
  locate: lockProvider,
  async run(context, { input: { partner_id, ...content } }): Promise<PolicyView> {
    const scope = partner_id === null ? GENERAL : await requirePartner(context, partner_id);
    await requireRoom(context);
    const id = context.newId('pol');
    const at = timestamp(context.now);
    const row: PolicyRow = withPolicyMac(context.rowMacs, {
      id,
      scope,
      state: policyMachine.initial,
      ...encrypted(context, { id, scope }, content),
      owner: context.caller.operatorId ?? context.caller.actor,
      created_at: at,
      updated_at: at,
      published_at: null,
      retired_at: null,
      steps: 1,
    });
    await context.db.insertInto('policy').values(row).execute();
    await context.record({ ...aboutPolicy(row), type: 'policy.created', isFirst: true });
    return presentPolicy(row, context);
  },
});

/** Replaces the content of a draft. A version that evaluates, or has evaluated, is never changed. */
export const updatePolicy = defineRealTimeCommand({
  name: 'updatePolicy',
  roles: ['operator'],
  input: UpdatePolicyInput,
  locate: (context, { policy_id }: PolicyIds) => lockPolicy(context, policy_id),
  async run(context, { input, subject: before }): Promise<PolicyView> {
    if (before.state !== policyMachine.initial)
      throw refusal(
        'conflict',
        `The policy is ${before.state}; only a draft can be changed. Create a new one.`,
      );
    return writePolicy(context, before, { after: encrypted(context, before, input), type: 'policy.updated' });
  },
});

const MOVED = {
  shadow: { type: 'policy.shadowed', at: null },
  publish: { type: 'policy.published', at: 'published_at' },
  retire: { type: 'policy.retired', at: 'retired_at' },
} as const satisfies Readonly<Record<PolicyEvent, object>>;

/** If the draft changed after the first person asked, the person has to ask again. */
const TWO_PEOPLE: TwoPeople<CommandContext, { readonly subject: PolicyRow }, PolicyView> = {
  operation: 'policy',
  matter: (_context, { subject }) => matterOf(subject),
  unchanged: (context, { subject }) => presentPolicy(subject, context),
};

const matterOf = ({ id, scope, state, steps }: PolicyRow) =>
  aboutRecord(id, `${state} ${steps}`, scope === GENERAL ? null : scope);

/** A version that was not tried yet cannot be asked for, because its approval would be refused. */
const PUBLISHING: typeof TWO_PEOPLE = {
  ...TWO_PEOPLE,
  async matter(context, { subject }) {
    await requireTrial(context, subject);
    return matterOf(subject);
  },
};

const TWO_PEOPLE_OF: Readonly<Record<PolicyEvent, typeof TWO_PEOPLE | null>> = {
  shadow: null,
  publish: PUBLISHING,
  retire: TWO_PEOPLE,
};

function move(name: string, event: PolicyEvent) {
  const twoPeople = TWO_PEOPLE_OF[event];
  return defineRealTimeCommand({
    name,
    roles: ['operator'],
    async locate(context, { policy_id }: PolicyIds): Promise<PolicyRow> {
      // Changes of policies wait for each other, because the next version retires the former.
      await lockProvider(context);
      return lockPolicy(context, policy_id);
    },
    ...(twoPeople !== null && { twoPeople }),
    run: (context, { subject }): Promise<PolicyView> => movePolicy(context, subject, event),
  });
}

/** Lets a draft evaluate beside the live version. A former shadow of the same scope is retired. */
export const shadowPolicy = move('shadowPolicy', 'shadow');
/** Lets a version decide, if a finished trial has tried its content. The former live version of the same scope is retired. */
export const publishPolicy = move('publishPolicy', 'publish');
/** Ends a version. Without a live version, requests that a policy would evaluate wait for an operator. */
export const retirePolicy = move('retirePolicy', 'retire');

async function movePolicy(
  context: CommandContext,
  before: PolicyRow,
  event: PolicyEvent,
): Promise<PolicyView> {
  const state = policyMachine.advance(stateOf(before), event);
  if (state === null)
    throw refusal('conflict', `The policy is ${before.state}; ${event} is not possible any more.`);
  if (event === 'publish') await requireTrial(context, before);
  await retireFormer(context, before, state);
  const { type, at } = MOVED[event];
  const after = { state, ...(at !== null && { [at]: timestamp(context.now) }) };
  return writePolicy(context, before, { after, type });
}

/** Retires the version that is live, or the shadow, before another one takes its place. */
async function retireFormer(
  context: CommandContext,
  { scope }: PolicyRow,
  state: PolicyState,
): Promise<void> {
  const row = await context.db
    .selectFrom('policy')
    .select('id')
    .where('scope', '=', scope)
    .where('state', '=', state)
    .where('state', 'in', ['live', 'shadow'])
    .executeTakeFirst();
  if (row === undefined) return;
  try {
    await movePolicy(context, await lockPolicy(context, row.id), 'retire');
  } catch (error) {
    if (!isForgery(error)) throw error;
    // A forged row must not block the next version. Its MAC stays wrong, so the audit still names it.
    await context.db.updateTable('policy').set({ state: 'retired' }).where('id', '=', row.id).execute();
  }
}

const changeRow = rowChanges(PROVEN_POLICIES);

interface Change {
  readonly after: Partial<PolicyRow>;
  readonly type: EventType;
}

/** Writes a change of a version under its MAC, and its event. Throws if the row is older than the trail shows. */
async function writePolicy(
  context: CommandContext,
  before: PolicyRow,
  { after, type }: Change,
): Promise<PolicyView> {
  const updated_at = notBefore(before.updated_at, context.now);
  const changed = changeRow(context, before, { ...after, updated_at });
  await changed.written;
  await context.record({ ...aboutPolicy(changed.after), type });
  return presentPolicy(changed.after, context);
}

/** What is stored of a content. */
function encrypted(
  { vault }: CommandContext,
  { id, scope }: Pick<PolicyRow, 'id' | 'scope'>,
  content: PolicyContent,
): Pick<PolicyRow, 'hash' | 'content'> {
  return {
    hash: policyHash(scope, content),
    content: vault.encrypt(JSON.stringify(content), policyContentAad(id)),
  };
}

/** Subject, partner and data of an event about a version. It is the provider's, so that no partner learns of it. */
const aboutPolicy = ({ id, scope, hash }: PolicyRow) =>
  ({
    subject: `policy/${id}`,
    partnerId: null,
    data: { partner_id: scope === GENERAL ? null : scope, hash },
  }) as const;

async function requirePartner({ db }: QueryContext, id: string): Promise<string> {
  const found = await db.selectFrom('partner').select('id').where('id', '=', lookupId(id)).executeTakeFirst();
  if (found !== undefined) return found.id;
  throw refusal('parameter_invalid', 'must be the id of a partner', { path: ['partner_id'] });
}

async function requireRoom({ db }: QueryContext): Promise<void> {
  const count = await countOf(db.selectFrom('policy').where('state', '<>', 'retired'));
  if (count >= POLICIES_MAX)
    throw refusal('limit_reached', `${POLICIES_MAX} policies are not retired; retire one of them first.`);
}
