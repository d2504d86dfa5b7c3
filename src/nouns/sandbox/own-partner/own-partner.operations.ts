import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import { type CommandContext, defineCommand, defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { countOf } from '../../../engine/sql/many-rows.ts';
import { ownerAsked } from '../../../pipeline/rows/tenancy.ts';
import { addApiKey } from '../../api-key/add-api-key.ts';
import { makeApiKey } from '../../api-key/api-key.rules.ts';
import { moveKeys } from '../../api-key/change-key.ts';
import { FIRST_KEY, type NewPartner } from '../../api-key/create-partner.operations.ts';
import { addPartner } from '../../partner/add-partner.ts';
import { changedSettings } from '../../partner/partner-change.ts';
import { CreatePartnerInput } from '../../partner/partner.input.ts';
import { findPartner, lockPartner, updatePartner } from '../../partner/partner.operations.ts';
import type { PartnerView } from '../../partner/partner.present.ts';
import { playAs, SANDBOX } from '../play/play-as.ts';
import { endSandboxPartner, findSandboxPartner, type OwnIds, partnerAsked } from './find-sandbox-partner.ts';
import { LIFE_SECONDS, PARTNERS_AT_ONCE_MAX } from './sandbox-partner.rules.ts';
import { SandboxSettingsInput } from './own-partner.input.ts';
import type { ResetView } from './own-partner.present.ts';

/** Changes the settings of a partner, as an operator does on a live gateway. */
export const updateSandboxSettings = defineCommand({
  name: 'updateSandboxSettings',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  input: SandboxSettingsInput,
  locate: (context, ids: OwnIds) => findPartner(context, partnerAsked(context, ids)),
  run: (context, { input, subject: { partner_id } }): Promise<PartnerView> =>
    playAs(context, updatePartner, { partner_id }, input),
});

/** The settings of a new partner if no other partner is its example. */
const EXAMPLE: PartnerView = {
  ...CreatePartnerInput.parse({ name: 'Sandbox' }),
  partner_id: '',
  created_at: '',
  updated_at: '',
};

/** Makes a partner that ends after a day, with a key. It has the settings of the caller, and those that are given. */
export const createSandboxPartner = defineRealTimeCommand({
  name: 'createSandboxPartner',
  sandboxOnly: true,
  grants: FIRST_KEY.scopes,
  roles: ['partner', 'operator'],
  input: SandboxSettingsInput,
  shownOnce: [['key', 'api_key']],
  async locate(context, { owner_id }: OwnIds) {
    const owner = ownerAsked(context.caller, owner_id);
    return owner === null ? EXAMPLE : findPartner(context, owner);
  },
  async run(context, { input, subject: example }): Promise<NewPartner> {
    const { root_id } = await findSandboxPartner(context, example.partner_id);
    await requireRoom(context, root_id);
    const made = inRealTime(context);
    const partner = await addPartner(made, { ...settingsOf(example), ...changedSettings(example, input) });
    const first = { ...FIRST_KEY, expires_in: LIFE_SECONDS };
    const key = await addApiKey(made, partner.partner_id, first, makeApiKey(context.policy));
    const expires_at = timestamp(secondsLater(context.now, LIFE_SECONDS));
    const row = { id: partner.partner_id, root_id, expires_at, ended_at: null, successor_id: null };
    await context.db.insertInto('sandbox_partner').values(row).execute();
    return { partner, key };
  },
});

/** Gives the keys and the settings of a partner to a new, empty partner. */
export const resetSandbox = defineRealTimeCommand({
  name: 'resetSandbox',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  locate: (context, ids: OwnIds) => lockPartner(context, partnerAsked(context, ids)),
  keptAlsoFor: ({ partner }: ResetView) => partner.partner_id,
  async run(context, { subject: former }): Promise<ResetView> {
    const former_partner_id = former.partner_id;
    const row = await findSandboxPartner(context, former_partner_id);
    if (row.ended_at !== null) {
      // An ended partner comes here only if another reset was faster. Its new partner is as empty as one made now.
      if (context.caller.role === 'partner' && row.successor_id !== null)
        return { partner: await findPartner(context, row.successor_id), former_partner_id };
      throw refusal('conflict', 'The partner has ended already.');
    }
    const made = inRealTime(context);
    const partner = await addPartner(made, settingsOf(former));
    const { root_id, expires_at } = row;
    await context.db
      .insertInto('sandbox_partner')
      .values({ id: partner.partner_id, root_id, expires_at, ended_at: null, successor_id: null })
      .execute();
    await moveKeys(made, former_partner_id, partner.partner_id);
    await endSandboxPartner(context, row, partner.partner_id);
    return { partner, former_partner_id };
  },
});

/** For the records of a new partner, whose clock shows real time. */
const inRealTime = (context: CommandContext): CommandContext =>
  context.as({ caller: SANDBOX, now: context.now });

function settingsOf({ partner_id: _id, created_at: _made, updated_at: _changed, ...settings }: PartnerView) {
  return settings;
}

async function requireRoom(context: CommandContext, root_id: string): Promise<void> {
  await context.awaitName(`sandbox-partners/${root_id}`);
  const standing = context.db
    .selectFrom('sandbox_partner')
    .where('root_id', '=', root_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestamp(context.now));
  if ((await countOf(standing)) < PARTNERS_AT_ONCE_MAX) return;
  throw refusal(
    'limit_reached',
    `There are ${PARTNERS_AT_ONCE_MAX} partners that you made, the most at once; each ends 24 hours after it was made.`,
  );
}
