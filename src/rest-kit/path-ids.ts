import type { Ids } from '../pipeline/operation.ts';

/** A parameter of the path; a row that asks for one its template does not have is a mistake in the row. */
export function param(params: Ids, name: string): string {
  const value = params[name];
  if (value === undefined || value === null) throw new Error(`The path has no parameter ${name}.`);
  return value;
}

export const customerIdOf = (params: Ids) => ({ customer_id: param(params, 'customer_id') });
