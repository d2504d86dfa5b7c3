import { ChoiceField, chosen, type Words } from '../../../../console-kit/choice.tsx';
import { daysInWords } from '../../../../console-kit/format.ts';
import type { PartnerSettingsFragment } from '../../../../console-kit/generated/graphql.ts';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { Fact } from '../../../../console-kit/parts.tsx';

const NOTICE_DAYS_OF_NEW = 3;

const ORDERS: Words<PartnerSettingsFragment['repaymentOrder']> = {
  FEE_FIRST: 'Pay the fee first',
  PRINCIPAL_FIRST: 'Pay the principal first',
};
const REPORTS = { no: 'The provider alone records repayments', yes: 'The partner may report them' };
const MEMBERS: Words<PartnerSettingsFragment['v1Members']> = {
  ALL: 'All of them',
  INTERFACE: 'Only the members of the first interface',
};

/** The settings for what comes after the money is sent. */
export const ServicingChoices = ({ partner }: { readonly partner: PartnerSettingsFragment | null }) => (
  <>
    <ChoiceField name="repaymentOrder" label="Repayments" words={ORDERS} chosen={partner?.repaymentOrder} />
    <ChoiceField
      name="reportsRepayments"
      label="Reports of repayments"
      words={REPORTS}
      chosen={partner?.reportsRepayments ? 'yes' : 'no'}
    />
    <Field label="Days before a payment is due soon">
      <input
        name="noticeDays"
        type="number"
        min="0"
        max="30"
        required
        defaultValue={String(partner?.dueNoticeDays ?? NOTICE_DAYS_OF_NEW)}
      />
    </Field>
    <ChoiceField
      name="v1Members"
      label="Members of REST bodies"
      words={MEMBERS}
      chosen={partner?.v1Members}
    />
  </>
);

/** The values of these fields as the input of the gateway. */
export const servicingOf = (form: FormData) => ({
  repaymentOrder: chosen(form, 'repaymentOrder', ORDERS) ?? 'FEE_FIRST',
  reportsRepayments: typed(form, 'reportsRepayments') === 'yes',
  dueNoticeDays: Number(typed(form, 'noticeDays')),
  v1Members: chosen(form, 'v1Members', MEMBERS) ?? 'ALL',
});

type InWords = Pick<
  PartnerSettingsFragment,
  'repaymentOrder' | 'reportsRepayments' | 'dueNoticeDays' | 'v1Members'
>;

/** What these settings mean, in words. */
export const ServicingInWords = ({ partner }: { readonly partner: InWords }) => (
  <>
    <Fact name="Repayments">
      {partner.repaymentOrder === 'FEE_FIRST' ? 'They pay the fee first.' : 'They pay the principal first.'}
      {partner.reportsRepayments && ' The partner may report them.'}
    </Fact>
    <Fact name="Notice">
      {partner.dueNoticeDays === 0
        ? 'A payment is due soon on its last day.'
        : `A payment is due soon ${daysInWords(partner.dueNoticeDays)} before its last day.`}
    </Fact>
    <Fact name="REST bodies">
      {partner.v1Members === 'ALL'
        ? 'They have every member.'
        : 'They have the members of the first interface.'}
    </Fact>
  </>
);
