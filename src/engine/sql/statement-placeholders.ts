/** A placeholder for a value that each run binds. `place` is its number in the order of `bind`. */
class Placeholder {
  readonly place: number;
  readonly #path: string;

  constructor(place: number, path: string) {
    this.place = place;
    this.#path = path;
  }

  /** Throws if `build` compares, counts or formats the value. Only `===` cannot be caught. */
  [Symbol.toPrimitive](): never {
    throw new Error(`A statement may not depend on the value of ${this.#path}.`);
  }
}

/** The input of a statement with a placeholder for each value. Null and undefined stay. */
export function placeholdersOf(given: unknown): unknown {
  let count = 0;
  const withPlaceholders = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (value === null || value === undefined) return value;
    if (Array.isArray(value)) return value.map((item, index) => withPlaceholders(item, [...path, index]));
    if (!hasMembers(value)) {
      count += 1;
      return new Placeholder(count - 1, path.join('.'));
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withPlaceholders(member, [...path, name])]),
    );
  };
  return withPlaceholders(given, []);
}

/** The number of the input value for a parameter; null if the parameter is a constant of the statement. */
export const sourceOf = (parameter: unknown): number | null =>
  parameter instanceof Placeholder ? parameter.place : null;

/** The shape of an input as a text. Two inputs of one shape differ only in values, so they use the same SQL. */
export function shapeTextOf(given: unknown): string {
  if (given === null) return '0';
  if (given === undefined) return '-';
  if (Array.isArray(given)) return `[${given.map(shapeTextOf).join()}]`;
  if (!hasMembers(given)) return '?';
  let shape = '{';
  for (const name in given) shape += `${name}:${shapeTextOf(given[name])},`;
  return `${shape}}`;
}

/** The shape of an input, to compare other inputs with. */
export type Shape =
  | 'value'
  | null
  | undefined
  | readonly Shape[]
  | { readonly names: readonly string[]; readonly members: readonly Shape[] };

export function shapeOf(given: unknown): Shape {
  if (given === null || given === undefined) return given;
  if (Array.isArray(given)) return given.map(shapeOf);
  if (!hasMembers(given)) return 'value';
  return { names: Object.keys(given), members: Object.values(given).map(shapeOf) };
}

/**
 * Appends the values of an input to `values`. False if the input has another shape; then throw `values` away. Faster
 * than making the text of a shape.
 */
export function bind(shape: Shape, given: unknown, values: unknown[]): boolean {
  if (shape === null || shape === undefined) return given === shape;
  if (given === null || given === undefined) return false;
  if (shape === 'value') {
    values.push(given);
    return typeof given !== 'object' || !(Array.isArray(given) || hasMembers(given));
  }
  if ('names' in shape) return bindMembers(shape, given, values);
  if (!Array.isArray(given) || given.length !== shape.length) return false;
  for (let at = 0; at < shape.length; at += 1) if (!bind(shape[at], given[at], values)) return false;
  return true;
}

function bindMembers(
  { names, members }: { readonly names: readonly string[]; readonly members: readonly Shape[] },
  given: object,
  values: unknown[],
): boolean {
  if (!hasMembers(given)) return false;
  let at = 0;
  for (const name in given) {
    if (name !== names[at] || !bind(members[at], given[name], values)) return false;
    at += 1;
  }
  return at === names.length;
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
