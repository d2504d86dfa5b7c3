/** A member name or a list index. */
export type Step = string | number;

/** Stands for a value that is bound at each run of a statement. */
class Hole {
  readonly path: readonly Step[];

  constructor(path: readonly Step[]) {
    this.path = path;
  }

  /** Throws when a statement compares, counts or formats the value; only `===` cannot be caught. */
  [Symbol.toPrimitive](): never {
    throw new Error(`A statement may not depend on the value of ${this.path.join('.')}.`);
  }
}

/** The input of a statement with a hole for each value; null and undefined stay as they are. */
export function holesOf(given: unknown, path: readonly Step[] = []): unknown {
  if (given === null || given === undefined) return given;
  if (Array.isArray(given)) return given.map((item, index) => holesOf(item, [...path, index]));
  if (!hasMembers(given)) return new Hole(path);
  return Object.fromEntries(
    Object.entries(given).map(([name, member]) => [name, holesOf(member, [...path, name])]),
  );
}

/** The path of the input value that a parameter is bound to; null for a constant of the statement. */
export const sourceOf = (parameter: unknown): readonly Step[] | null =>
  parameter instanceof Hole ? parameter.path : null;

/** The input value at the path of a hole. */
export function readAt(given: unknown, path: readonly Step[]): unknown {
  let value = given;
  for (const step of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return value;
}

/** The shape of an input: two inputs of one shape differ only in values, and so use the same SQL. */
export function shapeOf(given: unknown): string {
  if (given === null) return '0';
  if (given === undefined) return '-';
  if (Array.isArray(given)) return `[${given.map(shapeOf).join()}]`;
  if (!hasMembers(given)) return '?';
  let shape = '{';
  for (const name in given) shape += `${name}:${shapeOf(given[name])},`;
  return `${shape}}`;
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
