import { noSuch, refusal } from '../../../kernel/errors.ts';
import {
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../../pipeline/operation.ts';
import { ReplayWebhookEventsInput } from '../endpoint/endpoint.input.ts';
import { EVERY_EVENT } from '../endpoint/endpoint.rules.ts';
import { lastPosition } from '../../../trail/positions/feed.ts';
import { cursorAhead, positionOf } from '../../event/feed-cursor.ts';
import { type EndpointIds, findEndpoint } from '../endpoint/find-endpoint.ts';
import type { WebhookReplayView } from './replay.present.ts';
import { addReplay, badCursor, REPLAY_EVENTS_MAX } from '../endpoint/switch-endpoint.ts';

/** The most unfinished replays of one endpoint. */
const REPLAYS_MAX = 10;

/** Queues events of the feed, to send them to an endpoint again. They are sent page by page, after the response. */
export const replayWebhookEvents = defineRealTimeCommand({
  name: 'replayWebhookEvents',
  operatorScope: 'admin',
  roles: ['partner', 'operator'],
  input: ReplayWebhookEventsInput,
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run(context, { input, subject }): Promise<WebhookReplayView> {
    const position = positionOf(input.after);
    if (position === null) throw badCursor('after');
    const last = await lastPosition(context.db);
    const until = input.until === null ? last : positionOf(input.until);
    if (until === null) throw badCursor('until');
    if (position > last) throw cursorAhead('after');
    if (until > last) throw cursorAhead('until');
    if (input.until !== null && until < position)
      throw badCursor('until', 'must not be earlier in the feed than after');
    if (subject.status !== 'enabled')
      throw refusal('conflict', 'The webhook endpoint is disabled; enable it first.');
    const running = await context.db
      .selectFrom('webhook_replay')
      .select('id')
      .where('endpoint_id', '=', subject.id)
      .limit(REPLAYS_MAX)
      .execute();
    if (running.length >= REPLAYS_MAX)
      throw refusal('conflict', `The webhook endpoint has ${REPLAYS_MAX} replays that are not done yet.`);
    const { id, created_at } = await addReplay(context, {
      endpoint_id: subject.id,
      kind: input.only,
      event_types: (input.event_types ?? [EVERY_EVENT]).join(','),
      position,
      until_position: until,
    });
    return presentReplay({ id, endpoint_id: subject.id, created_at });
  },
});

/** A replay by its id, until it is done. */
export const getWebhookReplay = defineRealTimeQuery({
  name: 'getWebhookReplay',
  roles: ['partner', 'operator'],
  locate: findReplay,
  run: async (_context, { subject }): Promise<WebhookReplayView> => presentReplay(subject),
});

async function findReplay(
  context: QueryContext,
  { webhook_replay_id: id }: { readonly webhook_replay_id: string },
): Promise<ReplayRow> {
  const row = await context.db
    .selectFrom('webhook_replay')
    .select(['id', 'endpoint_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  await findEndpoint(context, { webhook_endpoint_id: row?.endpoint_id ?? '' });
  if (row === undefined) throw noSuch('replay');
  return row;
}

interface ReplayRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly created_at: string;
}

const presentReplay = ({ id, endpoint_id, created_at }: ReplayRow): WebhookReplayView => ({
  webhook_replay_id: id,
  webhook_endpoint_id: endpoint_id,
  event_count_max: REPLAY_EVENTS_MAX,
  created_at,
});
