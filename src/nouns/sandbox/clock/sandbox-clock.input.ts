import { z } from 'zod';
import { momentField } from '../../../kernel/input/fields.ts';
import { PERIOD_PATTERN, periodOf } from './period.ts';

/** Sent instead of a moment: as far as the next step that falls due. */
export const NEXT = 'next';

const ADVANCE =
  'A period of ISO 8601 by which the clock moves, such as P30D, P1M or PT90S. Years and months are of the calendar.';
const TO =
  'The moment to which the clock moves, later than it shows; or `next`, as far as something falls due.';

/** Exactly one of both members. */
export const AdvanceClockInput = z
  .strictObject({
    advance: z
      .string()
      .refine((text) => periodOf(text) !== null, 'must be a period of ISO 8601, such as P30D')
      .meta({ pattern: PERIOD_PATTERN })
      .nullish()
      .describe(ADVANCE),
    to: z
      .string()
      .refine(
        (text) => text === NEXT || momentField('start').safeParse(text).success,
        'must be next, or a timestamp such as 2026-02-28T09:30:00Z',
      )
      .nullish()
      .describe(TO),
  })
  .refine(({ advance, to }) => (advance ?? null) === null || (to ?? null) === null, {
    error: 'must be absent beside advance',
    path: ['to'],
  })
  .refine(({ advance, to }) => (advance ?? to ?? null) !== null, {
    error: 'must be given, or to',
    path: ['advance'],
  })
  .meta({ id: 'AdvanceClockInput', description: 'How far the clock moves: one of both members.' });
export type AdvanceClockInput = z.output<typeof AdvanceClockInput>;
