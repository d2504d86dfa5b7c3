/** The beginning of every key of a sandbox. No key of a live gateway has it. */
export const SANDBOX_KEY_PREFIX = 'fgk_test_';

/** The kind of a gateway, which decides the beginning of its keys. */
export interface KeyKind {
  readonly sandbox: boolean;
}

/** Whether a gateway of a kind may have a key. A provider may choose the keys of a live gateway freely. */
export const isKeyOf = (key: string, { sandbox }: KeyKind): boolean =>
  key.startsWith(SANDBOX_KEY_PREFIX) === sandbox;
