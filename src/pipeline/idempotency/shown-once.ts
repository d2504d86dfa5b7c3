/** A view with null for the members that are shown only once. */
export function withoutSecrets(view: unknown, secrets: readonly (readonly string[])[] = []): unknown {
  return secrets.reduce(withoutMember, view);
}

function withoutMember(view: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null;
  if (typeof view !== 'object' || view === null || !Object.hasOwn(view, name)) return view;
  return { ...view, [name]: withoutMember(Reflect.get(view, name), rest) };
}
