/** A value, or the promise of one. A known value is not wrapped: each `await` costs a turn of the microtask queue. */
export type PromiseOrValue<Value> = Promise<Value> | Value;
