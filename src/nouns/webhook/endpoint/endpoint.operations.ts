import { z } from 'zod';
import { makeSecret } from '../../../client/node/sign.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import { mapPage } from '../../../kernel/page.ts';
import { lastPosition } from '../../../trail/positions/feed.ts';
import { lockPartner } from '../../partner/partner.operations.ts';
import { totalOf } from '../../../pipeline/rows/counter.ts';
import { findPage } from '../../../pipeline/rows/find-page.ts';
import {
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../../pipeline/operation.ts';
import type { Outbound } from '../../../engine/outbound/outbound.ts';
import { memberNames } from '../../../pipeline/input/read-input.ts';
import { countedFor, ownedBy, locateOwner, ownerOf } from '../../../pipeline/rows/tenancy.ts';
import {
  CreateWebhookEndpointInput,
  createWebhookEndpointInputOn,
  ListEndpointsInput,
  UpdateWebhookEndpointInput,
  updateWebhookEndpointInputOn,
} from './endpoint.input.ts';
import { presentEndpoint, WebhookEndpointView, type WebhookEndpointWithSecret } from './endpoint.present.ts';
import {
  aboutEndpoint,
  countsOfEndpoint,
  endpointAad,
  ENDPOINTS_MAX,
  endpointsOf,
  storedTypes,
} from './endpoint.rules.ts';
import { type EndpointIds, findEndpoint } from './find-endpoint.ts';
import { changeFields } from './change-endpoint.ts';
import { disableEndpoint, replayMissed } from './switch-endpoint.ts';

/**
 * Members of the response to a create that are not input. They are ignored, so that a client can send the response
 * back.
 */
const READ_ONLY = [...memberNames(WebhookEndpointView), 'secret'].filter(
  (name) => !memberNames(UpdateWebhookEndpointInput).includes(name),
);

/** The addresses of the receiver must be known before the transaction begins. */
async function lookUpReceiver(outbound: Outbound, raw: unknown): Promise<void> {
  const url = z.looseObject({ url: z.string() }).safeParse(raw).data?.url.trim();
  if (url !== undefined) await outbound.lookUp(url);
}

export const createWebhookEndpoint = defineRealTimeCommand({
  name: 'createWebhookEndpoint',
  roles: ['partner'],
  ignores: READ_ONLY,
  shownOnce: [['secret']],
  beforehand: lookUpReceiver,
  // The row of the partner is locked, so that the limit is exact.
  async locate(context, _ids: Record<never, string>) {
    const { partner_id } = await lockPartner(context, ownerOf(context.caller));
    return { partner_id, outbound: context.outbound };
  },
  input: ({ outbound }) => createWebhookEndpointInputOn(outbound),
  form: CreateWebhookEndpointInput,
  async run(context, { input, subject: { partner_id } }): Promise<WebhookEndpointWithSecret> {
    await requireRoom(context, partner_id);
    const id = context.newId('whe');
    const secret = makeSecret();
    const created_at = timestamp(context.now);
    const row = {
      id,
      partner_id,
      ...input,
      event_types: storedTypes(input.event_types),
      disabled_reason: input.status === 'disabled' ? 'partner' : null,
      disabled_position: input.status === 'disabled' ? await lastPosition(context.db) : null,
      secret: context.vault.encrypt(secret, endpointAad('secret', id)),
      former_secret: null,
      former_until: null,
      failing_since: null,
      failures: 0,
      resume_at: null,
      last_error: null,
      last_error_status: null,
      last_error_at: null,
      created_at,
      updated_at: created_at,
      deleted_at: null,
    };
    await context.db.insertInto('webhook_endpoint').values(row).execute();
    await context.record({ ...aboutEndpoint(row), type: 'webhook_endpoint.created', isFirst: true });
    await context.count(countsOfEndpoint(partner_id, 1));
    return { ...presentEndpoint(row), secret };
  },
});

async function requireRoom({ db }: QueryContext, partnerId: string): Promise<void> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('deleted_at', 'is', null)
    .limit(ENDPOINTS_MAX)
    .execute();
  if (rows.length < ENDPOINTS_MAX) return;
  throw refusal('conflict', `A partner has at most ${ENDPOINTS_MAX} webhook endpoints; delete one first.`);
}

export const getWebhookEndpoint = defineRealTimeQuery({
  name: 'getWebhookEndpoint',
  roles: ['partner', 'operator'],
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  run: async (_context, { subject }): Promise<WebhookEndpointView> => presentEndpoint(subject),
});

export const listWebhookEndpoints = defineRealTimeQuery({
  name: 'listWebhookEndpoints',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: ListEndpointsInput,
  locate: locateOwner,
  async run({ db }, { subject: owner, input }) {
    const all = db.selectFrom('webhook_endpoint').selectAll().where(ownedBy(owner));
    return mapPage(await findPage(all.where('deleted_at', 'is', null), input), presentEndpoint);
  },
});

export const countWebhookEndpoints = defineRealTimeQuery({
  name: 'countWebhookEndpoints',
  readsMany: true,
  roles: ['partner', 'operator'],
  locate: locateOwner,
  run: ({ db }, { subject: owner }): Promise<number> => totalOf(db, [endpointsOf(countedFor(owner))]),
});

/** Replaces what a partner can change, and enables or disables. Waiting deliveries go to the new URL. */
export const updateWebhookEndpoint = defineRealTimeCommand({
  name: 'updateWebhookEndpoint',
  roles: ['partner'],
  ignores: READ_ONLY,
  beforehand: lookUpReceiver,
  locate: async (context, ids: EndpointIds) => ({
    before: await findEndpoint(context, ids),
    outbound: context.outbound,
  }),
  input: ({ outbound }) => updateWebhookEndpointInputOn(outbound),
  form: UpdateWebhookEndpointInput,
  async run(context, { input, subject: { before } }): Promise<WebhookEndpointView> {
    const { status, replay_from, ...given } = input;
    const enables = status === 'enabled' && before.status !== 'enabled';
    if (replay_from !== null && !enables) {
      const says = 'is only for enabling an endpoint that is disabled';
      throw refusal('parameter_invalid', says, { path: ['replay_from'] });
    }
    if (enables && before.disabled_reason === 'operator')
      throw refusal('conflict', 'The provider disabled this endpoint, and only the provider can enable it.');
    const fields = {
      url: given.url,
      description: given.description,
      event_types: storedTypes(given.event_types),
      ordering: given.ordering ?? before.ordering,
    };
    const after = await changeFields(context, before, fields, enables);
    if (enables) await replayMissed(context, before, replay_from);
    if (status === 'disabled' && before.status === 'enabled')
      return presentEndpoint(await disableEndpoint(context, after, 'partner'));
    return presentEndpoint(after);
  },
});
