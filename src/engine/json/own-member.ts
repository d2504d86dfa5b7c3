/** Sets a member as the object’s own property, even if its name is `__proto__`. */
export function setOwnMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') members[name] = value;
  else Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}
