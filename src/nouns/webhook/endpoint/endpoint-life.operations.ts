import { makeSecret } from '../../../client/node/sign.ts';
import { notBefore, secondsLater, timestamp } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import { defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { changeFields } from './change-endpoint.ts';
import { EnableWebhookEndpointInput, RotateWebhookSecretInput } from './endpoint.input.ts';
import {
  presentEndpoint,
  type WebhookEndpointView,
  type WebhookEndpointWithSecret,
} from './endpoint.present.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { aboutEndpoint, endpointAad } from './endpoint.rules.ts';
import { type EndpointIds, findEndpoint } from './find-endpoint.ts';
import { disableEndpoint, replayMissed } from './switch-endpoint.ts';

/**
 * Makes a new secret. The former secret signs too until the overlap ends. There are never three secrets, so during an
 * overlap only a rotation without overlap is possible, for example after a leak. Then only the new secret signs.
 */
export const rotateWebhookSecret = defineRealTimeCommand({
  name: 'rotateWebhookSecret',
  roles: ['partner'],
  input: RotateWebhookSecretInput,
  shownOnce: [['secret']],
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run(context, { input: { overlap_hours }, subject: before }): Promise<WebhookEndpointWithSecret> {
    const now = timestamp(context.now);
    const isOverlapping = before.former_until !== null && before.former_until > now;
    if (isOverlapping && overlap_hours > 0) {
      const says = `The former secret still signs, until ${before.former_until}. A rotation without an overlap ends both at once.`;
      throw refusal('conflict', says);
    }
    if (before.secret === null) throw new Error('An endpoint has no secret.');
    const secret = makeSecret();
    const { vault } = context;
    const former = vault.decrypt(before.secret, endpointAad('secret', before.id));
    const change = {
      secret: vault.encrypt(secret, endpointAad('secret', before.id)),
      former_secret: vault.encrypt(former, endpointAad('former_secret', before.id)),
      former_until: timestamp(secondsLater(context.now, overlap_hours * 3_600)),
      updated_at: notBefore(before.updated_at, context.now),
    };
    await context.db.updateTable('webhook_endpoint').set(change).where('id', '=', before.id).execute();
    const data = { changed: ['secret'] };
    await context.record({ ...aboutEndpoint(before), type: 'webhook_endpoint.updated', data });
    return { ...presentEndpoint({ ...before, ...change }), secret };
  },
});

export const deleteWebhookEndpoint = defineRealTimeCommand({
  name: 'deleteWebhookEndpoint',
  roles: ['partner'],
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run(context, { subject }) {
    await deleteEndpoint(context, subject);
    return { webhook_endpoint_id: subject.id, deleted: true as const };
  },
});

/** Disables the endpoint of any partner. The partner cannot enable it again. */
export const disableWebhookEndpoint = defineRealTimeCommand({
  name: 'disableWebhookEndpoint',
  scope: 'admin',
  roles: ['operator'],
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run(context, { subject }): Promise<WebhookEndpointView> {
    if (subject.status === 'disabled' && subject.disabled_reason === 'operator')
      return presentEndpoint(subject);
    return presentEndpoint(await disableEndpoint(context, subject, 'operator'));
  },
});

/** Enables the endpoint of any partner. */
export const enableWebhookEndpoint = defineRealTimeCommand({
  name: 'enableWebhookEndpoint',
  scope: 'admin',
  roles: ['operator'],
  input: EnableWebhookEndpointInput,
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run(context, { input: { replay_from }, subject: before }): Promise<WebhookEndpointView> {
    if (before.status === 'enabled') return presentEndpoint(before);
    const { url, description, event_types, ordering } = before;
    const after = await changeFields(context, before, { url, description, event_types, ordering }, true);
    await replayMissed(context, before, replay_from);
    return presentEndpoint(after);
  },
});
