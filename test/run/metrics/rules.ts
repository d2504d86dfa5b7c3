import { z } from 'zod';

/** What `metrics alerts` prints. */
export const Rules = z.strictObject({
  groups: z.tuple([
    z.strictObject({
      name: z.literal('fundgate'),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Fundgate[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+m$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().endsWith('.') }),
        }),
      ),
    }),
  ]),
});
