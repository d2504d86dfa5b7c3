import { z } from 'zod';

export const APPROVE = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status interestRate } }';
export const Approved = z.strictObject({
  status: z.literal('APPROVED'),
  interestRate: z.number().min(0).max(1),
});

export const DISBURSE = `mutation ($id: ID!) {
  disburseInstantSettlement(id: $id, reference: "demo-payment-1") { status disbursementReference }
}`;
export const Disbursed = z.strictObject({
  status: z.literal('FUNDED'),
  disbursementReference: z.literal('demo-payment-1'),
});
