import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import type { RawArguments } from '../../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { toOperationNames } from '../../../pipeline/graphql-kit/naming.ts';
import { commandField, idArgument } from '../../../pipeline/graphql-kit/run-operation.ts';
import { enumOfValues } from '../../../pipeline/graphql-kit/enum.ts';
import { KycStatusEnum } from '../../kyc/kyc-record.graphql.ts';
import { RepaymentObject } from '../../repayment/edges/repayment.graphql.ts';
import { SettlementObject } from '../../settlement/edges/settlement-type.graphql.ts';
import { KYC_PLAYS, simulateKycEvent } from './kyc-play.operations.ts';
import { KycPlayInput, RepaymentPlayInput, SalesInput, SettlementPlayInput } from './play.input.ts';
import {
  REPAYMENT_PLAYS,
  simulateRepaymentEvent,
  simulateSales,
  simulateSettlementEvent,
} from './play.operations.ts';
import type { SimulatedKycView, SimulatedSalesView } from './play.present.ts';
import { SETTLEMENT_PLAYS } from './settlement-plays.ts';

/** Enum members: `write-off` becomes `WRITE_OFF`. */
const members = (plays: Readonly<Record<string, { readonly means: string }>>) =>
  Object.fromEntries(
    Object.entries(plays).map(([value, { means }]) => [
      value.replaceAll('-', '_').toUpperCase(),
      { value, description: means },
    ]),
  );

const SettlementPlayEnum = enumOfValues(
  'SandboxSettlementEvent',
  'What can happen to a settlement in a sandbox.',
  members(SETTLEMENT_PLAYS),
);
const RepaymentPlayEnum = enumOfValues(
  'SandboxRepaymentEvent',
  'What can happen to a repayment in a sandbox.',
  members(REPAYMENT_PLAYS),
);
const KycPlayEnum = enumOfValues(
  'SandboxKycEvent',
  'What can happen to a KYC record in a sandbox.',
  members(KYC_PLAYS),
);

const WHAT = { required: true, description: 'What happens.' } as const;
const textOf = (args: RawArguments, name: string): string => String(args[name] ?? '');

const MAY = { description: 'Every member may be absent.' } as const;

/** What others do, played by the partner. A live gateway refuses these fields. */
export function definePlays(builder: Builder): void {
  defineSettlementPlays(builder);
  defineOtherPlays(builder);
}

function defineSettlementPlays(builder: Builder): void {
  const sales = builder.objectRef<SimulatedSalesView>('SimulatedSales').implement({
    description: 'The sales of a day, and the repayment that they made.',
    fields: (t) => ({
      fundingId: t.exposeID('funding_id', { description: 'The settlement that they pay back.' }),
      amount: t.expose('amount', { type: 'SafeInt', description: 'What was sold on the day.' }),
      share: t.exposeFloat('share', { description: 'The share of it that pays back.' }),
      date: t.expose('date', { type: 'LocalDate', description: 'The day of the sales.' }),
      repayment: t.expose('repayment', {
        type: RepaymentObject,
        nullable: true,
        description: 'What was paid; null if nothing was.',
      }),
    }),
  });
  const inputs = {
    settlement: inputFromZod(builder, 'SettlementPlayInput', SettlementPlayInput),
    sales: inputFromZod(builder, 'SalesInput', SalesInput),
  };
  builder.mutationFields((t) => ({
    sandboxSettlementEvent: t.field({
      type: SettlementObject,
      description:
        'Does with a settlement what the provider, the bank or the payer would do. Only a sandbox has it.',
      args: {
        id: t.arg.id(idOf('funding_id')),
        event: t.arg({ type: SettlementPlayEnum, ...WHAT }),
        input: t.arg({ type: inputs.settlement, ...MAY }),
      },
      ...commandField(simulateSettlementEvent, (args) => ({
        ids: { funding_id: idArgument(args, 'id'), event: textOf(args, 'event') },
        input: toOperationNames(SettlementPlayInput, args['input'] ?? {}),
      })),
    }),
    sandboxSales: t.field({
      type: sales,
      description: 'The sales of a day: a share of them pays a settlement back. Only a sandbox has it.',
      args: {
        id: t.arg.id(idOf('funding_id')),
        input: t.arg({ type: inputs.sales, required: true, description: 'The sales.' }),
      },
      ...commandField(simulateSales, (args) => ({
        ids: { funding_id: idArgument(args, 'id') },
        input: toOperationNames(SalesInput, args['input'] ?? {}),
      })),
    }),
  }));
}

function defineOtherPlays(builder: Builder): void {
  const kyc = builder.objectRef<SimulatedKycView>('SimulatedKyc').implement({
    description: 'The KYC record of a customer after an event of the sandbox.',
    fields: (t) => ({
      customerId: t.exposeID('customer_id', { description: 'The customer.' }),
      status: t.expose('status', { type: KycStatusEnum, description: 'The status of the record now.' }),
    }),
  });
  const inputs = {
    kyc: inputFromZod(builder, 'KycPlayInput', KycPlayInput),
    repayment: inputFromZod(builder, 'RepaymentPlayInput', RepaymentPlayInput),
  };
  builder.mutationFields((t) => ({
    sandboxKyc: t.field({
      type: kyc,
      description: 'Does with a KYC record what the provider would do. Only a sandbox has it.',
      args: {
        customerId: t.arg.id(idOf('customer_id')),
        event: t.arg({ type: KycPlayEnum, ...WHAT }),
        input: t.arg({ type: inputs.kyc, ...MAY }),
      },
      ...commandField(simulateKycEvent, (args) => ({
        ids: { customer_id: idArgument(args, 'customerId'), event: textOf(args, 'event') },
        input: toOperationNames(KycPlayInput, args['input'] ?? {}),
      })),
    }),
    sandboxRepaymentEvent: t.field({
      type: RepaymentObject,
      description: 'Does with a repayment what the provider or the bank would do. Only a sandbox has it.',
      args: {
        id: t.arg.id(idOf('repayment_id')),
        event: t.arg({ type: RepaymentPlayEnum, ...WHAT }),
        input: t.arg({ type: inputs.repayment, ...MAY }),
      },
      ...commandField(simulateRepaymentEvent, (args) => ({
        ids: { repayment_id: idArgument(args, 'id'), event: textOf(args, 'event') },
        input: toOperationNames(RepaymentPlayInput, args['input'] ?? {}),
      })),
    }),
  }));
}
