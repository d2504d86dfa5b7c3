/** A map that forgets what was not used for long. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  keep(key: Key, value: Value): void;
}

/** Keeps two generations of at most `limit` entries. An entry of the older one that is used moves to the younger one. */
export function recentMap<Key, Value>(limit: number): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  function keep(key: Key, value: Value): void {
    if (young.size >= limit) [old, young] = [young, new Map<Key, Value>()];
    young.set(key, value);
  }

  return {
    keep,
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const kept = old.get(key);
      if (kept !== undefined) keep(key, kept);
      return kept;
    },
  };
}
