import { z } from 'zod';
import { describedBy } from '../../../kernel/input/description.ts';

/** A replay that has begun. */
export const WebhookReplayView = describedBy(
  null,
  z.strictObject({
    webhook_replay_id: z.string(),
    webhook_endpoint_id: z.string(),
    event_count_max: z.int().meta({ description: 'How many events it delivers at most.' }),
    created_at: z.string().meta({ format: 'date-time' }),
  }),
).meta({ id: 'WebhookReplay' });
export type WebhookReplayView = z.output<typeof WebhookReplayView>;
