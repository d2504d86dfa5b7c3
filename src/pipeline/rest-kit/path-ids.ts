import type { Ids } from '../operation.ts';

/** A parameter of the path. Throws if the template does not have it, because the row of the route is wrong. */
export function param(params: Ids, name: string): string {
  const value = params[name];
  if (value === undefined || value === null) throw new Error(`The path has no parameter ${name}.`);
  return value;
}

export const customerIdOf = (params: Ids) => ({ customer_id: param(params, 'customer_id') });
