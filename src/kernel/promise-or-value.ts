/** A value, or the promise of one. A value that is there is not wrapped: each wait costs a turn of the microtasks. */
export type PromiseOrValue<Value> = Promise<Value> | Value;
