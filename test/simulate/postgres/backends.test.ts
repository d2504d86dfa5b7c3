import { expect, it } from 'vitest';
import { heldAmong } from './backends.ts';

it('a process that waits for the lock of an idle one is held, and so is who waits for it', () => {
  const waits = [
    { pid: 3, by: [2] },
    { pid: 2, by: [1] },
    { pid: 5, by: [4] },
  ];
  expect([...heldAmong(waits, new Set([1]))].toSorted()).toEqual([2, 3]);
});

it('processes of a deadlock go on by themselves, because the server ends one', () => {
  const waits = [
    { pid: 1, by: [2] },
    { pid: 2, by: [1] },
  ];
  expect([...heldAmong(waits, new Set([7]))]).toEqual([]);
});
