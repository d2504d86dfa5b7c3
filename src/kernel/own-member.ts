/** Makes a member the object’s own: one named `__proto__` is a member like any other. */
export function putOwn(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') members[name] = value;
  else Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}
