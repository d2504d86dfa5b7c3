import type { Ids } from '../operation.ts';

/** The names of the parameters of a path template: `customer_id` of `/v1/customers/{customer_id}`. */
type Parameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

export type PathIds<Path extends string> = Readonly<Record<Parameter<Path>, string>>;

/**
 * A function that gives the ids of a call: the parameters of its path, and `others`, which no path of this route names.
 * It throws if a parameter is absent, because then the row of the route is wrong.
 */
export function idsOfPath<Path extends string, Others extends Ids>(
  path: Path,
  others: Others | undefined,
): (params: Ids) => PathIds<Path> & Others;
export function idsOfPath(path: string, others: Ids | undefined): (params: Ids) => Ids {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return (params) => {
    const ids: Record<string, string | null> = { ...others };
    for (const name of names) {
      const value = params[name];
      if (value === undefined || value === null) throw new Error(`The path has no parameter ${name}.`);
      ids[name] = value;
    }
    return ids;
  };
}
