import { z } from 'zod';
import { defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { SUBSCRIBABLE } from '../../webhook/endpoint/endpoint.rules.ts';
import { type EndpointIds, findEndpoint } from '../../webhook/endpoint/find-endpoint.ts';
import { testOfExample } from '../../webhook/sending/example-event.ts';
import { beginWebhookTest, sendWebhookTest } from '../../webhook/webhook-test.operations.ts';

const SendExampleInput = z
  .strictObject({
    type: z.enum(SUBSCRIBABLE).describe('The type of the event, one that you can subscribe to.'),
  })
  .meta({ id: 'SendExampleInput', description: 'An example of an event.' });

/** Sends an example of an event to an endpoint at once and only once, like a test. */
export const sendSandboxWebhook = defineRealTimeCommand({
  name: 'sendSandboxWebhook',
  sandboxOnly: true,
  operatorScope: 'admin',
  roles: ['partner', 'operator'],
  input: SendExampleInput,
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  run: (context, { input: { type }, subject }) => beginWebhookTest(context, subject, testOfExample(type)),
  afterwards: sendWebhookTest,
});
