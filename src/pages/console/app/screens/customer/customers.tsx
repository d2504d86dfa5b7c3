import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import {
  CustomersByEmailDocument,
  CustomersDocument,
  type CustomersQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { go, href } from '../../../../console-kit/route.ts';
import { ownerKey } from '../../../../console-kit/session-state.ts';
import { Select } from '../../../../console-kit/choice.tsx';
import { typed } from '../../../../console-kit/dialog.tsx';
import { Export } from '../../../../console-kit/list/export.tsx';
import { CompanyName, LongName } from '../../../../console-kit/list/company-name.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { type PageHere, showHere } from '../../../../console-kit/list/page-here.ts';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Badge, Time } from '../../../../console-kit/parts.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';

type Row = CustomersQuery['customers']['nodes'][number];

/** What one field searches for: by a member of the filter, or by an e-mail address. */
const KINDS = {
  companyName: { title: 'Name', hint: 'Beginning of the name, or cus_…, fun_…' },
  externalCustomerId: { title: 'Id of the partner', hint: 'The whole id, or cus_…, fun_…' },
  contactEmail: { title: 'E-mail', hint: 'The whole address' },
} as const;
type Kind = keyof typeof KINDS;
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);
/** The members of the filter that this field searches by. */
const SEARCHED = ['companyName', 'externalCustomerId'] as const;

interface Asked {
  readonly kind: Kind;
  readonly text: string;
}

/**
 * A search for a text that may be an e-mail address: partners have such ids, too. It is not part of the URL, because
 * browsers and proxies keep URLs.
 */
const unwritten = signal<Asked | null>(null);
// Cleared when another person signs in.
ownerKey.subscribe(() => (unwritten.value = null));

/** What is searched for. The URL comes first, as after a link or the Back button. */
function searched(): Asked {
  const filter = filterHere('CustomerFilter');
  for (const kind of SEARCHED) {
    const text = filter[kind];
    if (text !== undefined) return { kind, text };
  }
  return unwritten.value ?? { kind: 'companyName', text: '' };
}

/** Finds a company by the beginning of its name, the partner's id of it, an e-mail address, or an id of the gateway. */
export function Customers() {
  useTitle('Customers');
  const { kind, text } = searched();
  const isByEmail = kind === 'contactEmail' && text !== '';
  const { partnerId, ...others } = filterHere('CustomerFilter');
  const ofPartner = partnerId === undefined ? {} : { partnerId };
  const filter = isByEmail
    ? { ...ofPartner, contactEmail: text }
    : { ...ofPartner, ...others, ...(text !== '' && { [kind]: text }) };
  const find = (part: PageHere): Promise<CustomersQuery> =>
    isByEmail
      ? run(CustomersByEmailDocument, { ...part, ...ofPartner, contactEmail: text })
      : run(CustomersDocument, { ...part, filter });
  const customers = useList(filter, async (page) => (await find(page)).customers);
  return (
    <>
      <ScreenHead title="Customers">
        <Export list={isByEmail ? 'customers-by-email' : 'customers'} filter={filter} />
      </ScreenHead>
      <div class="filters above">
        <Search asked={{ kind, text }} />
        <FilterFields of="CustomerFilter" without={SEARCHED} />
      </div>
      <List
        of={customers}
        columns={COLUMNS}
        addressOf={({ id }) => href('customer', id)}
        nothing="No customer is like that."
      >
        <p>
          Search by the beginning of the name, by the partner’s id of the customer, by the whole e-mail
          address, or by an id.
        </p>
      </List>
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Company',
    kind: 'name',
    show: ({ id, companyName, companyCountry }) => (
      <CompanyName name={companyName} country={companyCountry} to={href('customer', id)} />
    ),
  },
  { title: 'Partner', show: ({ partner }) => <LongName>{partner?.name}</LongName> },
  { title: 'Id of the partner', show: ({ externalCustomerId }) => externalCustomerId },
  { title: 'KYC', show: ({ kyc }) => kyc && <Badge of={kyc.status} /> },
  { title: 'Onboarded', show: ({ createdAt }) => <Time at={createdAt} /> },
];

const isIdOf = (prefix: string, text: string) =>
  text.startsWith(`${prefix}_`) && text.length === prefix.length + 27;

function Search({ asked }: { asked: Asked }) {
  const [kind, setKind] = useState<Kind>(asked.kind);
  const field = useRef<HTMLInputElement>(null);
  // Keeps the field in step with the search, also after a link or the Back button. Before the field is drawn, so that
  // fast typing is not lost.
  useLayoutEffect(() => {
    setKind(asked.kind);
    if (field.current !== null) field.current.value = asked.text;
  }, [asked.kind, asked.text]);
  const search = (text: string) => {
    if (isIdOf('cus', text)) return go(href('customer', text));
    if (isIdOf('fun', text)) return go(href('case', text));
    const isWritten = kind !== 'contactEmail' && !text.includes('@');
    // An e-mail address that was typed in place of a name is still treated as one.
    const meant = kind === 'companyName' && !isWritten ? 'contactEmail' : kind;
    setKind(meant);
    unwritten.value = isWritten ? null : { kind: meant, text };
    return showHere({ companyName: null, externalCustomerId: null, ...(isWritten && { [kind]: text }) });
  };
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed(new FormData(event.currentTarget), 'text'));
      }}
    >
      <Select
        label="Search by"
        value={kind}
        options={Object.entries(KINDS).map(([each, { title }]) => [each, title])}
        choose={(value) => isKind(value) && setKind(value)}
      />
      <input
        key={kind}
        ref={field}
        type="search"
        name="text"
        autocomplete="off"
        aria-label="Search for"
        defaultValue={kind === asked.kind ? asked.text : ''}
        placeholder={KINDS[kind].hint}
        size={38}
      />
      <button type="submit">Search</button>
    </form>
  );
}
