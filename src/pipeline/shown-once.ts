/** A view without the members that are shown once: null stands in their place. */
export function withoutSecrets(view: unknown, secrets: readonly (readonly string[])[] = []): unknown {
  return secrets.reduce(withoutMember, view);
}

function withoutMember(view: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null;
  if (typeof view !== 'object' || view === null || !Object.hasOwn(view, name)) return view;
  return { ...view, [name]: withoutMember(Reflect.get(view, name), rest) };
}
