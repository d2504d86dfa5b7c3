import { daysInWords } from '../../../../console-kit/format.ts';
import type { PartnerSettingsFragment } from '../../../../console-kit/generated/graphql.ts';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { Fact } from '../../../../console-kit/parts.tsx';

const NOTICE_DAYS_OF_NEW = 3;

/** The settings for what comes after the money is sent. */
export function ServicingChoices({ partner }: { readonly partner: PartnerSettingsFragment | null }) {
  return (
    <>
      <Field label="Repayments">
        <select name="repaymentOrder">
          <option value="FEE_FIRST">Pay the fee first</option>
          <option value="PRINCIPAL_FIRST" selected={partner?.repaymentOrder === 'PRINCIPAL_FIRST'}>
            Pay the principal first
          </option>
        </select>
      </Field>
      <Field label="Reports of repayments">
        <select name="reportsRepayments">
          <option value="no">The provider alone records repayments</option>
          <option value="yes" selected={partner?.reportsRepayments === true}>
            The partner may report them
          </option>
        </select>
      </Field>
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
      <Field label="Members of REST bodies">
        <select name="v1Members">
          <option value="ALL">All of them</option>
          <option value="INTERFACE" selected={partner?.v1Members === 'INTERFACE'}>
            Only the members of the first interface
          </option>
        </select>
      </Field>
    </>
  );
}

/** The values of these fields as the input of the gateway. */
export const servicingOf = (form: FormData) => ({
  repaymentOrder:
    typed(form, 'repaymentOrder') === 'PRINCIPAL_FIRST'
      ? ('PRINCIPAL_FIRST' as const)
      : ('FEE_FIRST' as const),
  reportsRepayments: typed(form, 'reportsRepayments') === 'yes',
  dueNoticeDays: Number(typed(form, 'noticeDays')),
  v1Members: typed(form, 'v1Members') === 'INTERFACE' ? ('INTERFACE' as const) : ('ALL' as const),
});

type InWords = Pick<
  PartnerSettingsFragment,
  'repaymentOrder' | 'reportsRepayments' | 'dueNoticeDays' | 'v1Members'
>;

/** What these settings mean, in words. */
export function ServicingInWords({ partner }: { readonly partner: InWords }) {
  return (
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
}
