import type { Command } from 'commander';
import { DELIVERY_STATUSES } from '../../../nouns/webhook/delivery/delivery.machine.ts';
import {
  listWebhookDeliveries,
  retryWebhookDelivery,
} from '../../../nouns/webhook/delivery/delivery.operations.ts';
import type { WebhookDeliverySummary } from '../../../nouns/webhook/delivery/delivery.present.ts';
import { DELIVERED_TYPES } from '../../../nouns/webhook/delivery/delivery.input.ts';
import { REPLAY_KINDS } from '../../../nouns/webhook/endpoint/endpoint.input.ts';
import { SUBSCRIBABLE } from '../../../nouns/webhook/endpoint/endpoint.rules.ts';
import {
  getWebhookEndpoint,
  listWebhookEndpoints,
} from '../../../nouns/webhook/endpoint/endpoint.operations.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
} from '../../../nouns/webhook/endpoint/endpoint-life.operations.ts';
import type { WebhookEndpointView } from '../../../nouns/webhook/endpoint/endpoint.present.ts';
import { replayWebhookEvents } from '../../../nouns/webhook/replay/replay.operations.ts';
import { testWebhookEndpoint } from '../../../nouns/webhook/webhook-test.operations.ts';
import { choiceOption } from '../options/choice-option.ts';
import { addListOptions, listInput, type ListOptions, printMoreHint } from '../options/list-options.ts';
import { listOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';
import { addWebhookListen } from './webhook-listen.ts';

/** `webhook list`, `show`, `test`, `enable`, `disable`, `deliveries`, `retry`, `replay` and `listen`. */
export function addWebhookCommands(program: Command, session: Session, environment: NodeJS.ProcessEnv): void {
  const webhook = program.command('webhook').description('webhooks of all partners').helpCommand(false);
  addLists(webhook, session);
  addSwitches(webhook, session);
  addSending(webhook, session);
  addWebhookListen(webhook, session, environment);
}

function addLists(webhook: Command, session: Session): void {
  addListOptions(
    webhook
      .command('list')
      .description('list the webhook endpoints, the newest first')
      .option('--partner <partner_id>', 'only endpoints of this partner'),
  ).action(async ({ partner, ...options }: ListOptions & { partner?: string }) => {
    const ids = { owner_id: partner ?? null };
    const page = await session.perform(listWebhookEndpoints, ids, listInput(options));
    session.print(
      { webhook_endpoints: page.rows, has_more: page.hasOlder },
      [
        ['webhook_endpoint_id', 'partner_id', 'status', 'url'],
        ...page.rows.map((each) => [
          each.webhook_endpoint_id,
          each.partner_id,
          each.disabled_reason ?? each.status,
          each.url,
        ]),
      ],
      ['url'],
    );
    printMoreHint(session, page, page.rows.at(-1)?.webhook_endpoint_id);
  });

  webhook
    .command('show <endpoint_id>')
    .description('show a webhook endpoint')
    .action(async (webhook_endpoint_id: string) => {
      printEndpoint(session, await session.perform(getWebhookEndpoint, { webhook_endpoint_id }, {}));
    });

  addListOptions(
    webhook
      .command('deliveries <endpoint_id>')
      .description('list the deliveries to a webhook endpoint, the newest first')
      .addOption(
        choiceOption(
          '--status <status>',
          'only deliveries that are pending, succeeded, failed or canceled',
          DELIVERY_STATUSES,
        ),
      )
      .addOption(choiceOption('--event-type <type>', 'only deliveries of this event type', DELIVERED_TYPES)),
  ).action(async (webhook_endpoint_id: string, options: DeliveryOptions) => {
    const { status, eventType, ...page } = options;
    const filter = {
      ...(status !== undefined && { status }),
      ...(eventType !== undefined && { event_type: eventType }),
    };
    const input = { ...listInput(page), ...filter };
    const found = await session.perform(listWebhookDeliveries, { webhook_endpoint_id }, input);
    session.print({ webhook_deliveries: found.rows, has_more: found.hasOlder }, deliveryTable(found.rows));
    printMoreHint(session, found, found.rows.at(-1)?.webhook_delivery_id);
  });
}

interface DeliveryOptions extends ListOptions {
  readonly status?: string;
  readonly eventType?: string;
}

function addSwitches(webhook: Command, session: Session): void {
  webhook
    .command('enable <endpoint_id>')
    .description('enable a webhook endpoint')
    .option(
      '--replay-from <cursor>',
      'send what it missed: after this cursor of the feed, or with "disabled" since it was disabled',
    )
    .action(async (webhook_endpoint_id: string, { replayFrom }: { replayFrom?: string }) => {
      const input = replayFrom === undefined ? {} : { replay_from: replayFrom };
      printEndpoint(session, await session.perform(enableWebhookEndpoint, { webhook_endpoint_id }, input));
    });
  webhook
    .command('disable <endpoint_id>')
    .description('disable a webhook endpoint, which its partner cannot enable again')
    .action(async (webhook_endpoint_id: string) => {
      printEndpoint(session, await session.perform(disableWebhookEndpoint, { webhook_endpoint_id }, {}));
    });
}

interface ReplayOptions {
  readonly after?: string;
  readonly until?: string;
  readonly eventTypes?: string[];
  readonly only: string;
}

function addSending(webhook: Command, session: Session): void {
  webhook
    .command('test <endpoint_id>')
    .description('send a test event to a webhook endpoint now, once')
    .action(async (webhook_endpoint_id: string) => {
      const { excerpt, ...test } = await session.perform(testWebhookEndpoint, { webhook_endpoint_id }, {});
      session.print({ ...test, excerpt }, factsOf({ ...test, excerpt }), ['value']);
    });
  webhook
    .command('retry <delivery_id>')
    .description('send a delivery once more')
    .action(async (webhook_delivery_id: string) => {
      const delivery = await session.perform(retryWebhookDelivery, { webhook_delivery_id }, {});
      session.print(delivery, deliveryTable([delivery]));
    });
  webhook
    .command('replay <endpoint_id>')
    .description('deliver events of the feed to a webhook endpoint again')
    .option('--after <cursor>', 'only events after this cursor of the feed')
    .option('--until <cursor>', 'only events up to this cursor (default: up to now)')
    .addOption(
      choiceOption(
        '--event-types <list>',
        'only events of these types, with commas between them',
        SUBSCRIBABLE,
      ).argParser(listOf),
    )
    .addOption(
      choiceOption(
        '--only <kind>',
        '"failed": deliveries that failed or were canceled; "all": every event',
        REPLAY_KINDS,
      ).default('failed'),
    )
    .action(async (webhook_endpoint_id: string, { after, until, eventTypes, only }: ReplayOptions) => {
      const input = {
        only,
        ...(after !== undefined && { after }),
        ...(until !== undefined && { until }),
        ...(eventTypes !== undefined && { event_types: eventTypes }),
      };
      const begun = await session.perform(replayWebhookEvents, { webhook_endpoint_id }, input);
      session.print(begun, factsOf(begun), ['value']);
    });
}

const factsOf = (value: object): string[][] => [
  ['member', 'value'],
  ...Object.entries(value).map(([name, member]) => [name, member === null ? '' : String(member)]),
];

const printEndpoint = (session: Session, endpoint: WebhookEndpointView): void =>
  session.print(endpoint, factsOf(endpoint), ['value']);

const deliveryTable = (rows: readonly WebhookDeliverySummary[]): string[][] => [
  ['webhook_delivery_id', 'event_type', 'status', 'attempts', 'next'],
  ...rows.map((each) => [
    each.webhook_delivery_id,
    each.event_type,
    each.status,
    String(each.attempt_count),
    each.next_attempt_at ?? '',
  ]),
];
