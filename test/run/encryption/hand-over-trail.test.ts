import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOverTrail } from '../../../src/run/encryption/hand-over-trail.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { begin, type Installation, NEW, OLD, openInstallation } from '../../support/installation.ts';

/** Far more than a rotation needs. Without an end it would make a checkpoint after each write. */
const WRITES_MAX = 20;

let installation: Installation;
beforeEach(async () => {
  installation = await openInstallation();
  await begin(installation, OLD);
});
afterEach(() => installation[Symbol.asyncDispose]());

test('a rotation ends beside a gateway that writes events without a pause', async () => {
  const fixture = await installation.open(NEW, OLD);
  const partner = await fixture.partner();
  const { gateway } = fixture;
  let writes = 0;
  const anchors: typeof gateway.anchors = {
    ...gateway.anchors,
    async note(anchor) {
      await gateway.anchors.note(anchor);
      writes += 1;
      if (writes < WRITES_MAX) await createCustomers(partner, 1);
    },
  };
  const handed = await handOverTrail({ ...gateway, anchors });
  await fixture.close();
  expect(handed).toEqual({ left: 0, fault: null });
  expect(writes).toBeLessThan(WRITES_MAX);
});
