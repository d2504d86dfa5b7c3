import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { PartnerNamesDocument } from '../generated/graphql.ts';
import { useLoad } from '../use-load.ts';
import { usePartnerName } from './partner-name.tsx';

interface PartnerFilterOptions {
  /** The id of the partner; empty for all. */
  readonly value: string;
  readonly choose: (id: string) => void;
}

/** Chooses one partner, by the beginning of its name. */
export function PartnerFilter({ value, choose }: PartnerFilterOptions) {
  const [name, setName] = useState('');
  const { data } = useLoad(name, () => run(PartnerNamesDocument, name === '' ? {} : { name }));
  const partners = data?.partners.nodes ?? [];
  const chosen = usePartnerName(value);
  return (
    <span class="filter">
      <input
        type="search"
        class={value === '' ? '' : 'chosen'}
        list="partner-names"
        aria-label="Partner"
        placeholder={value === '' ? 'All partners' : (chosen ?? '…')}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          const exact = partners.find((partner) => partner.name === text);
          if (exact !== undefined) {
            choose(exact.id);
            currentTarget.value = '';
            currentTarget.blur();
          } else setName(text);
        }}
      />
      <datalist id="partner-names">
        {partners.map((partner) => (
          <option key={partner.id} value={partner.name} />
        ))}
      </datalist>
      {value !== '' && (
        <button type="button" class="quiet" onClick={() => choose('')} aria-label="All partners">
          ×
        </button>
      )}
    </span>
  );
}
