import type { z } from 'zod';

/** The data of an event in the form of the schema; null if it has another form or cannot be read. */
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
