import { openTestGateway } from '../../support/gateway.ts';

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A gateway with its own partner and customer. Its clock stands still until the test moves it. */
export async function openFixture(environment: NodeJS.ProcessEnv = {}) {
  let now = new Date('2026-03-04T05:06:07Z');
  const clock = () => now;
  const fixture = await openTestGateway(environment, clock);
  const partner = await fixture.partner({ reports_repayments: true });
  return {
    gateway: fixture,
    partner,
    clock,
    passSeconds(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}
