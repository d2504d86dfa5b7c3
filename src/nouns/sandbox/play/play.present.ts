import { z } from 'zod';
import { KYC_STATUSES } from '../../kyc/kyc.rules.ts';
import { RepaymentView } from '../../repayment/repayment.present.ts';

export const SimulatedSalesView = z
  .strictObject({
    funding_id: z.string(),
    amount: z.int().meta({ description: 'What was sold on the day, in the minor unit of the currency.' }),
    share: z.number().meta({ description: 'The share of it that pays back.' }),
    date: z.string().meta({ description: 'The day of the sales.' }),
    repayment: RepaymentView.nullable().meta({ description: 'What was paid; null if nothing was.' }),
  })
  .meta({ id: 'SimulatedSales', description: 'The sales of a day, and the repayment that they made.' });
export type SimulatedSalesView = z.output<typeof SimulatedSalesView>;

export const SimulatedKycView = z
  .strictObject({
    customer_id: z.string(),
    status: z.enum(KYC_STATUSES).meta({ description: 'The status of the KYC record now.' }),
  })
  .meta({ id: 'SimulatedKyc', description: 'The KYC record of a customer after an event of the sandbox.' });
export type SimulatedKycView = z.output<typeof SimulatedKycView>;
