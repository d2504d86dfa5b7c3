import type { z } from 'zod';

/** What an event says, in the form that is expected of it; null where it says something else, or nothing readable. */
export function readEventData<Schema extends z.ZodType>(
  schema: Schema,
  data: string,
): z.output<Schema> | null {
  try {
    const read = schema.safeParse(JSON.parse(data));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
