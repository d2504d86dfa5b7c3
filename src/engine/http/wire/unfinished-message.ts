import { refusal } from '../../../kernel/errors.ts';

/** The error for a message that is not HTTP, or that ends too early because the client closed its connection. */
export const brokenMessage = (cause?: unknown) =>
  refusal('body_invalid', 'The request is not well-formed HTTP, or was broken off.', { cause });

/** The error for a message that comes too slowly or stops. */
export const lateMessage = (cause?: unknown) =>
  refusal('body_invalid', 'The request did not come in time.', { cause });
