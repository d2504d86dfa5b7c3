export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isPromiseLike = (value: object): value is PromiseLike<unknown> =>
  'then' in value && typeof value.then === 'function';

/** Whether a value is an object that can be read at once: no promise, no error, not null. */
export const isAtHand = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !(value instanceof Error) && !isPromiseLike(value);
