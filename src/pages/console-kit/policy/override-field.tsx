import { run } from '../api.ts';
import { Field, typed, useHoldBack } from '../dialog.tsx';
import { PolicyAdviceDocument, type PolicyVerdict } from '../generated/graphql.ts';
import { Evaluation } from './evaluation.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useLoad } from '../use-load.ts';

/** What the live policy advises, and a field for the reason if the person is about to decide otherwise. */
export function OverrideField({ id, outcome }: { id: string; outcome: Exclude<PolicyVerdict, 'REVIEW'> }) {
  const loaded = useLoad(`advice ${id}`, () => run(PolicyAdviceDocument, { id }));
  const { data, error } = loaded;
  // The person has seen the advice.
  useHoldBack(data === null && error === null);
  const advice = data?.policyAdvice ?? null;
  if (advice === null) return <LoadFailed of={loaded} />;
  const { verdict } = advice;
  return (
    <>
      <div role="status">
        <Evaluation of={advice} verb="advises to" />
      </div>
      {verdict !== 'REVIEW' && verdict !== outcome && (
        <Field label="Why you decide otherwise" hint="For operators only. The decision keeps it.">
          <textarea name="override" required maxLength={1000} />
        </Field>
      )}
    </>
  );
}

/** The reason that was typed, as an argument; none if there is no such field. */
export function givenOverride(form: FormData): { readonly override?: string } {
  const override = form.has('override') ? typed(form, 'override') : '';
  return override === '' ? {} : { override };
}
