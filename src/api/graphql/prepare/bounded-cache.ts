interface Bounds {
  readonly entries: number;
  /** The limit for the sum of the estimated sizes. */
  readonly bytes: number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Values by text. The values that were used longest ago leave first. A value that is too large alone is not kept. */
export function createBoundedCache<Value>(max: Bounds) {
  /** In the order of their last use. */
  const kept = new Map<string, Kept<Value>>();
  let bytesKept = 0;

  function drop(key: string): void {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key: string): Value | undefined {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key: string, value: Value, bytes: number): void {
      drop(key);
      if (bytes > max.bytes) return;
      kept.set(key, { value, bytes });
      bytesKept += bytes;
      for (const oldest of kept.keys()) {
        if (kept.size <= max.entries && bytesKept <= max.bytes) break;
        drop(oldest);
      }
    },
  };
}
