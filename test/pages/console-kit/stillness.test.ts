import { beforeEach, expect, test } from 'vitest';
import { createStillness } from '../../../src/pages/console-kit/stillness.ts';

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };
const press = (key: string, changes: Partial<typeof NO_MODIFIER> = {}) => ({
  ...NO_MODIFIER,
  key,
  ...changes,
});

let nowMs = 0;
let stillness = createStillness(() => nowMs);
beforeEach(() => {
  nowMs = 5_000;
  stillness = createStillness(() => nowMs);
});

test('keys act until something changes', () => {
  expect(stillness.swallows(press('a'), 'other')).toBe(false);
  expect(stillness.swallows(press('Enter'), 'text')).toBe(false);
});

test('no key acts for a second after a change, and then it does again', () => {
  stillness.begin();
  for (const key of ['a', 'x', ' ', '1', 'Enter'])
    expect(stillness.swallows(press(key), 'other'), key).toBe(true);
  nowMs += 999;
  expect(stillness.swallows(press('a'), 'other')).toBe(true);
  nowMs += 1;
  expect(stillness.swallows(press('a'), 'other')).toBe(false);
});

test('a further change begins the second anew', () => {
  stillness.begin();
  nowMs += 900;
  stillness.begin();
  nowMs += 900;
  expect(stillness.swallows(press('a'), 'other')).toBe(true);
});

test('a text can be typed meanwhile, but not sent', () => {
  stillness.begin();
  expect(stillness.swallows(press('5'), 'text')).toBe(false);
  expect(stillness.swallows(press('Enter'), 'text')).toBe(true);
  expect(stillness.swallows(press('Enter'), 'lines')).toBe(false);
});

test('a person can leave meanwhile, and the shortcuts of the browser work', () => {
  stillness.begin();
  for (const key of ['Escape', 'Tab', 'PageDown', 'ArrowDown', 'F5'])
    expect(stillness.swallows(press(key), 'other'), key).toBe(false);
  expect(stillness.swallows(press('r', { ctrlKey: true }), 'other')).toBe(false);
});

test('a key that is held down from then on acts only when it is pressed again', () => {
  stillness.begin();
  expect(stillness.swallows(press('Enter'), 'other')).toBe(true);
  nowMs += 1_500;
  expect(stillness.swallows(press('Enter', { repeat: true }), 'other')).toBe(true);
  stillness.released('Enter');
  expect(stillness.swallows(press('Enter'), 'other')).toBe(false);
});
