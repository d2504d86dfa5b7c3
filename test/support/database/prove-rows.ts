import { foundSettlements } from '../../../src/settlement/mac/found-settlements.ts';
import type { TestGateway } from '../gateway.ts';

/** Gives settlements that a test inserted by SQL the MACs that the gateway would have given them. */
export async function proveSettlements({ gateway }: Pick<TestGateway, 'gateway'>): Promise<void> {
  await foundSettlements(gateway.database.writes, gateway);
}
