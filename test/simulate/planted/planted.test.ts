import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANTED } from './faults.ts';
import { planted } from './plant.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('a planted fault', () => {
  it.for(PLANTED)('fits the sources: $name', (fault) => {
    for (const file of new Set(fault.edits.map((edit) => edit.file))) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      expect(planted(text, fault, file)).not.toBe(text);
    }
  });

  it('is refused if the source has changed since', () => {
    const fault = { name: 'some', edits: [{ file: 'a.ts', from: 'one', to: 'two' }] };
    expect(() => planted('zero', fault, 'a.ts')).toThrow('does not fit');
    expect(() => planted('one one', fault, 'a.ts')).toThrow('does not fit');
  });
});
