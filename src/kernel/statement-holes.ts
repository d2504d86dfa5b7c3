/** A member or an index on the way to a value. */
export type Step = string | number;

/** Stands in a statement for a value that is bound each time. */
class Hole {
  readonly path: readonly Step[];

  constructor(path: readonly Step[]) {
    this.path = path;
  }

  /** Comparing and counting come here, and so does a template; only `===` cannot be caught. */
  [Symbol.toPrimitive](): never {
    throw new Error(`A statement may not depend on the value of ${this.path.join('.')}.`);
  }
}

/** What is given to a statement, with a hole in the place of each value. Nothing stays nothing. */
export function holesOf(given: unknown, path: readonly Step[] = []): unknown {
  if (given === null || given === undefined) return given;
  if (Array.isArray(given)) return given.map((item, index) => holesOf(item, [...path, index]));
  if (!hasMembers(given)) return new Hole(path);
  return Object.fromEntries(
    Object.entries(given).map(([name, member]) => [name, holesOf(member, [...path, name])]),
  );
}

/** Where the value of a parameter comes from; null for one that the statement itself says. */
export const sourceOf = (parameter: unknown): readonly Step[] | null =>
  parameter instanceof Hole ? parameter.path : null;

/** The value in the place of a hole. */
export function readAt(given: unknown, path: readonly Step[]): unknown {
  let value = given;
  for (const step of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return value;
}

/** What a statement may depend on: two givens of one shape differ in values alone. */
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
