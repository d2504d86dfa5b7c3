import type { Ids } from '../operation.ts';

/** A parameter of the path. Throws if the template has no such parameter, which is a bug in the row. */
export function param(params: Ids, name: string): string {
  const value = params[name];
  if (value === undefined || value === null) throw new Error(`The path has no parameter ${name}.`);
  return value;
}

export const customerIdOf = (params: Ids) => ({ customer_id: param(params, 'customer_id') });
