import {
  absentIds,
  badIdempotencyKeys,
  type BadField,
  keysThatMayNot,
  type Refused,
  requiredFields,
  withBadFields,
} from './refused.ts';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import type { Fixture } from '../fixture.ts';
import type { webhookOperations } from '../webhook.operations.ts';

const URL = 'https://93.184.216.34/hooks';
const create = () => ({ input: { url: URL, event_types: ['*'] } });
const ofEndpoint = ({ endpoint }: Fixture) => ({ ids: { webhook_endpoint_id: endpoint } });
const ofDelivery = ({ delivery }: Fixture) => ({ ids: { webhook_delivery_id: delivery } });
const update = (fixture: Fixture) => ({ ...ofEndpoint(fixture), ...create() });
const noEndpoint = (given: (fixture: Fixture) => { readonly ids: Readonly<Record<string, string>> }) =>
  absentIds('webhook_endpoint_id', 'whe', given);
const noDelivery = absentIds('webhook_delivery_id', 'whd', ofDelivery);

const fields: readonly BadField[] = [
  ...requiredFields(['url']),
  ['event_types', 'absent', undefined, 'parameter_missing'],
  ['url', 'no URL', 'nowhere-at-all'],
  ['url', 'of another scheme', 'ftp://93.184.216.34/hooks'],
  ['url', 'without TLS', 'http://93.184.216.34/hooks'],
  ['url', 'with a password', 'https://user:secret@93.184.216.34/hooks'],
  ['url', 'on a port of another protocol', 'https://93.184.216.34:25/hooks'],
  ['url', 'that is too long', `${URL}/${'a'.repeat(2_048)}`],
  ['url', 'on a private address', 'https://10.1.2.3/hooks'],
  ['url', 'on a private address in another spelling', 'https://0x0a.1/hooks'],
  ['event_types', 'none', []],
  ['event_types', 'named twice', ['kyc.created', 'kyc.created']],
  ['event_types', 'all and some', ['*', 'kyc.created']],
  ['description', 'too long', 'd'.repeat(256)],
  ['purpose', 'not known', 'yachts', 'parameter_unknown'],
];

const of = (given: Refused['given']): readonly Refused[] =>
  keysThatMayNot(given).filter(({ caller }) => caller === 'reader');

export const webhookRefusals: Readonly<Record<keyof typeof webhookOperations, readonly Refused[]>> = {
  createWebhookEndpoint: [
    ...withBadFields(create, fields),
    ...keysThatMayNot(create),
    ...badIdempotencyKeys(create, () => ({ input: { url: URL, event_types: ['kyc.created'] } })),
  ],
  getWebhookEndpoint: noEndpoint(ofEndpoint),
  listWebhookEndpoints: [
    {
      what: 'a limit that is too large',
      code: 'parameter_invalid',
      param: 'limit',
      given: () => ({ input: { limit: 101 } }),
    },
  ],
  updateWebhookEndpoint: [
    ...withBadFields(update, fields),
    ...noEndpoint(update),
    ...keysThatMayNot(update),
    {
      what: 'a replay of an endpoint that is enabled',
      code: 'parameter_invalid',
      param: 'replay_from',
      given: (fixture) => ({ ...ofEndpoint(fixture), input: { ...create().input, replay_from: 'disabled' } }),
    },
  ],
  deleteWebhookEndpoint: [...noEndpoint(ofEndpoint), ...keysThatMayNot(ofEndpoint)],
  rotateWebhookSecret: [
    ...noEndpoint(ofEndpoint),
    ...keysThatMayNot(ofEndpoint),
    {
      what: 'an overlap that is too long',
      code: 'parameter_invalid',
      param: 'overlap_hours',
      given: (fixture) => ({ ...ofEndpoint(fixture), input: { overlap_hours: 169 } }),
    },
  ],
  testWebhookEndpoint: [...noEndpoint(ofEndpoint), ...of(ofEndpoint)],
  replayWebhookEvents: [
    ...noEndpoint((fixture) => ({ ...ofEndpoint(fixture), input: { after: fixture.cursor, only: 'all' } })),
    {
      what: 'a cursor that is none',
      code: 'parameter_invalid',
      param: 'after',
      bad: 'not a cursor',
      given: (fixture) => ({ ...ofEndpoint(fixture), input: { after: 'not a cursor', only: 'all' } }),
    },
    {
      what: 'an end before its beginning',
      code: 'parameter_invalid',
      param: 'until',
      bad: cursorAfter(1),
      given: (fixture) => ({
        ...ofEndpoint(fixture),
        input: { after: cursorAfter(2), until: cursorAfter(1), only: 'all' },
      }),
    },
  ],
  listWebhookDeliveries: noEndpoint(ofEndpoint),
  getWebhookDelivery: noDelivery,
  retryWebhookDelivery: [...noDelivery, ...of(ofDelivery)],
};
