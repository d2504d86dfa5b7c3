import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { commandField, idArgument } from '../../../pipeline/graphql-kit/run-operation.ts';
import { WebhookEventTypeEnum } from '../../webhook/webhook-types.graphql.ts';
import { WebhookTestObject } from '../../webhook/webhook-sending.graphql.ts';
import { sendSandboxWebhook } from './send-example.operations.ts';

/** The mutation that sends an example of an event. A live gateway refuses it. */
export function defineExamples(builder: Builder): void {
  builder.mutationField('sandboxSend', (t) =>
    t.field({
      type: WebhookTestObject,
      description:
        'Sends an example of an event to a webhook endpoint now, once, signed as every webhook. Only a sandbox has it.',
      args: {
        id: t.arg.id(idOf('webhook_endpoint_id')),
        type: t.arg({
          type: WebhookEventTypeEnum,
          required: true,
          description: 'The type of the event; not ALL.',
        }),
      },
      ...commandField(sendSandboxWebhook, (args) => ({
        ids: { webhook_endpoint_id: idArgument(args, 'id') },
        input: { type: args['type'] },
      })),
    }),
  );
}
