/** A value, or the promise of one. What can be had at once is not wrapped: each wait costs a turn of the microtasks. */
export type PromiseOrValue<Value> = Promise<Value> | Value;
