import { z } from 'zod';
import { SCOPES_OF } from '../../kernel/caller.ts';
import { addPartner } from '../partner/add-partner.ts';
import { CreatePartnerInput } from '../partner/partner.input.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import { type CommandContext, defineRealTimeCommand, type QueryContext } from '../../pipeline/operation.ts';
import { CREATION } from '../../pipeline/matter.ts';
import { addApiKey } from './add-api-key.ts';
import { CreateApiKeyInput, GivenApiKey } from './api-key.input.ts';
import type { NewApiKey } from './api-key.present.ts';
import { makeApiKey } from './api-key.rules.ts';

export interface NewPartner {
  readonly partner: PartnerView;
  readonly key: NewApiKey;
}

/** The first key of a partner has all scopes of partners. */
export const FIRST_KEY = { ...CreateApiKeyInput.parse({}), scopes: SCOPES_OF.partner };

/** Creates a partner and its first key together, because a partner without a key could do nothing. */
export const createPartner = defineRealTimeCommand({
  name: 'createPartner',
  scope: 'admin',
  grants: FIRST_KEY.scopes,
  roles: ['operator'],
  input: CreatePartnerInput,
  shownOnce: [['key', 'api_key']],
  // A partner has prices, and settings by which its requests are approved.
  twoPeople: { operation: 'partner_settings', matter: () => CREATION, unchanged: () => null },
  run: (context, { input }): Promise<NewPartner | null> =>
    addWithFirstKey(context, input, makeApiKey(context.policy)),
});

/**
 * Creates the first partner of an installation, with a given or a new key. Returns null if there is a partner already.
 * If several processes start at once, only one creates it.
 */
export const createFirstPartner = defineRealTimeCommand({
  name: 'createFirstPartner',
  scope: 'admin',
  grants: FIRST_KEY.scopes,
  roles: ['operator'],
  input: z.strictObject({ name: z.string(), given_key: GivenApiKey.optional() }),
  async run(context, { input: { name, given_key } }): Promise<NewPartner | null> {
    if (await hasPartner(context)) return null;
    await waitForOtherSetUps(context);
    if (await hasPartner(context)) return null;
    return addWithFirstKey(
      context,
      CreatePartnerInput.parse({ name }),
      given_key ?? makeApiKey(context.policy),
    );
  },
});

async function hasPartner({ db }: QueryContext): Promise<boolean> {
  return (await db.selectFrom('partner').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Locks a counter, because there is no partner row to lock yet. */
async function waitForOtherSetUps({ db }: CommandContext): Promise<void> {
  await db
    .insertInto('counter')
    .values({ name: 'set-ups', shard: 0, total: 1 })
    .onConflict((conflict) =>
      conflict.columns(['name', 'shard']).doUpdateSet((eb) => ({ total: eb('counter.total', '+', 1) })),
    )
    .execute();
}

async function addWithFirstKey(
  context: CommandContext,
  settings: z.output<typeof CreatePartnerInput>,
  apiKey: string,
): Promise<NewPartner> {
  const partner = await addPartner(context, settings);
  const key = await addApiKey(context, partner.partner_id, FIRST_KEY, apiKey);
  return { partner, key };
}
