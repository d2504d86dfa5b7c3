import { beforeEach } from 'vitest';

/** Skips the tests of the file or of the `describe` on a machine that lacks something; the reason is one sentence. */
export function skipUnless(isThere: boolean, reason: string): void {
  beforeEach(({ skip }) => skip(!isThere, reason));
}
