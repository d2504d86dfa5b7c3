import { z } from 'zod';
import { isForgery } from '../../../engine/crypto/row-mac.ts';

/** A batch of settlements after an id. */
export interface Batch {
  /** The last settlement of the batch; null if none is left. */
  readonly last: string | null;
  /** The error of the first settlement that cannot be trusted. It is not changed; the others are. */
  readonly damage: Error | null;
}

export const AfterInput = z.strictObject({ after: z.string() });

/** The error of a damaged record. Any other error ends the batch. */
export function forgeryOf(error: unknown): Error {
  if (isForgery(error)) return error;
  throw error;
}
