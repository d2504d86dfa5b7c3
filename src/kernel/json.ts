import type { Path } from './errors.ts';

/** A body nests this deep at most; real ones stay under ten, and readers that recurse are safe far beyond it. */
export const JSON_DEPTH_MAX = 32;

export interface JsonFlaw {
  readonly kind: 'depth' | 'number' | 'text';
  readonly path: Path;
}

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly path: Path;
}

/**
 * The first thing in a parsed JSON value that no database keeps as it came: nesting beyond `depthMax`, a number that
 * is not finite, NUL or an unpaired surrogate in a string or a name. Null when it is sound. Loops, since the value may
 * be nested deeper than the stack.
 */
export function flawIn(root: unknown, depthMax: number = JSON_DEPTH_MAX): JsonFlaw | null {
  const open: Visit[] = [{ value: root, depth: 1, path: [] }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth, path } = visit;
    if (typeof value === 'number' && !Number.isFinite(value)) return { kind: 'number', path };
    if (typeof value === 'string' && !isSound(value)) return { kind: 'text', path };
    if (typeof value !== 'object' || value === null) continue;
    if (depth > depthMax) return { kind: 'depth', path };
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (!isSound(name)) return { kind: 'text', path };
      // Most members are sound scalars: they need no path and no visit.
      if (typeof member === 'boolean' || member === null || (typeof member === 'string' && isSound(member)))
        continue;
      if (typeof member === 'number' && Number.isFinite(member)) continue;
      open.push({ value: member, depth: depth + 1, path: [...path, isList ? Number(name) : name] });
    }
  }
  return null;
}

function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
