import { useEffect, useRef, useState } from 'preact/hooks';
import { QuietButton } from '../parts.tsx';
import { run } from '../api.ts';
import { PartnerNamesDocument } from '../generated/graphql.ts';
import { useLoad } from '../use-load.ts';
import { usePartnerName } from './partner-name.tsx';

interface PartnerFilterOptions {
  /** The id of the partner; empty for all. */
  readonly value: string;
  readonly choose: (id: string) => void;
}

/** Whether a value was chosen from the list. Browsers report it in one of two ways. */
const isFromList = (event: Event): boolean =>
  !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';

/** Chooses one partner, by the beginning of its name. */
export function PartnerFilter({ value, choose }: PartnerFilterOptions) {
  const [name, setName] = useState('');
  const { data } = useLoad(name, () => run(PartnerNamesDocument, name === '' ? {} : { name }));
  const partners = data?.partners.nodes ?? [];
  const chosen = usePartnerName(value);
  const field = useRef<HTMLInputElement>(null);
  // Whether the field was left, sent by Enter or filled from the list. Otherwise more letters may come.
  const isWhole = useRef(false);
  const chooseExact = () => {
    const exact = partners.find((partner) => partner.name === field.current?.value);
    if (exact === undefined || field.current === null) return;
    // The loaded names begin with the text for which they were loaded. If there is only one, no other name begins with
    // this text.
    if (!isWhole.current && (name !== exact.name || partners.length > 1)) return;
    choose(exact.id);
    field.current.value = '';
    field.current.blur();
    setName('');
  };
  const follow = (text: string, whole: boolean) => {
    isWhole.current = whole;
    setName(text);
    chooseExact();
  };
  // A person who types fast, or pastes a name, has the whole name in the field before it is loaded.
  useEffect(chooseExact, [data]);
  return (
    <span class="filter">
      <input
        ref={field}
        type="search"
        class={value === '' ? '' : 'chosen'}
        list="partner-names"
        aria-label="Partner"
        placeholder={value === '' ? 'All partners' : (chosen ?? '…')}
        onInput={(event) => follow(event.currentTarget.value, isFromList(event))}
        onChange={({ currentTarget }) => follow(currentTarget.value, true)}
      />
      <datalist id="partner-names">
        {partners.map((partner) => (
          <option key={partner.id} value={partner.name} />
        ))}
      </datalist>
      {value !== '' && (
        <QuietButton onClick={() => choose('')} aria-label="All partners">
          ×
        </QuietButton>
      )}
    </span>
  );
}
