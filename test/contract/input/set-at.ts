export type Step = string | number;

/** A copy of a JSON value with another value at a path; `undefined` leaves the member out. */
export function setAt(root: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(root))
    return root.map((item, index) => (index === step ? setAt(item, rest, value) : item));
  const members = Object.entries(typeof root === 'object' && root !== null ? root : {});
  const inside = members.find(([name]) => name === step)?.[1];
  return Object.fromEntries([
    ...members.filter(([name]) => name !== step),
    [step, setAt(inside, rest, value)],
  ]);
}

/** `['directors', 2, 'type']` as `directors[2].type`. */
export function spelled(path: readonly Step[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
