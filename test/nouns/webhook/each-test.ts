import { afterEach, beforeEach } from 'vitest';
import { openReceiver, type Receiver } from './sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from './webhook-fixture.ts';

/** The gateway and the receiver of the test that runs, in a file that calls `openForEachTest`. */
export let fixture: WebhookFixture;
export let receiver: Receiver;

/** Opens a gateway and a receiver for each test of a file, and closes them after it. */
export function openForEachTest(): void {
  beforeEach(async () => {
    fixture = await openWebhooks();
    receiver = await openReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await fixture.close();
  });
}
