import { z } from 'zod';
import { eventTypes } from '../../../trail/record/event-types.ts';
import { OFFERED } from '../../event/event.input.ts';
import { EventView } from '../../event/event.present.ts';

export const SandboxClockView = z
  .strictObject({
    now: z.string().meta({ description: 'What the clock of the partner shows, in UTC.' }),
    ahead_seconds: z.int().meta({ description: 'How many seconds it is ahead of real time.' }),
  })
  .meta({ id: 'SandboxClock', description: 'The clock of a partner in a sandbox.' });
export type SandboxClockView = z.output<typeof SandboxClockView>;

export const AdvancedClockView = z
  .strictObject({
    ...SandboxClockView.shape,
    from: z.string().meta({ description: 'What the clock showed before, in UTC.' }),
    cursor_before: z.string().meta({ description: 'The end of the feed before the clock moved.' }),
    cursor_after: z.string().meta({ description: 'The end of the feed after everything that fell due.' }),
    counts: z
      .array(
        z
          .strictObject({
            type: z.enum(eventTypes).meta({ description: 'The type of the events.', enum: [...OFFERED] }),
            count: z.int().meta({ description: 'How many.' }),
          })
          .meta({ id: 'EventCount', description: 'How many events of a type fell due.' }),
      )
      .meta({ description: 'How many events fell due, by type.' }),
    events: z.array(EventView).meta({ description: 'The first 100 events that fell due, oldest first.' }),
  })
  .meta({ id: 'AdvancedClock', description: 'A clock that was moved, and what fell due meanwhile.' });
export type AdvancedClockView = z.output<typeof AdvancedClockView>;
