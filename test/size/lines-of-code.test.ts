import { expect, test } from 'vitest';
import { linesOfCode } from './lines-of-code.ts';

test('blank lines and comments are no lines of code', () => {
  const source = [
    '// A comment.',
    "import { one } from './one.ts';",
    '',
    '/**',
    ' * A docstring',
    '',
    ' * with a blank line.',
    ' */',
    'export const two = one + 1; // A comment beside code.',
    '/* Short. */',
    '  {/* In a template. */}',
    'export const url = "http://x/*";',
  ].join('\n');
  expect(linesOfCode(source)).toBe(3);
});
