import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import {
  CustomersByEmailDocument,
  CustomersDocument,
  type CustomersQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { go, href, place } from '../../../../console-kit/route.ts';
import { ownerKey } from '../../../../console-kit/session-state.ts';
import { typed } from '../../../../console-kit/dialog.tsx';
import { Export } from '../../../../console-kit/list/export.tsx';
import { CompanyName, LongName } from '../../../../console-kit/list/company-name.tsx';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { type PageHere, showHere } from '../../../../console-kit/list/page-here.ts';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Badge, Time } from '../../../../console-kit/parts.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';

type Row = CustomersQuery['customers']['nodes'][number];

/**
 * A search for a text that may be an e-mail address: partners have such ids, too. It is not part of the URL, because
 * browsers and proxies keep URLs.
 */
const unwritten = signal<{ readonly kind: Kind; readonly text: string } | null>(null);
// Cleared when another person signs in.
ownerKey.subscribe(() => (unwritten.value = null));

/**
 * The text of each kind of search; only one of them is not empty. The URL comes first, as after a link or the Back
 * button.
 */
function searched(): Readonly<Record<Kind, string>> {
  const { query } = place.value;
  const written = { name: query.get('name') ?? '', external: query.get('external') ?? '', email: '' };
  const isWritten = written.name !== '' || written.external !== '';
  if (isWritten || unwritten.value === null) return written;
  return { ...written, [unwritten.value.kind]: unwritten.value.text };
}

/** Finds a company by the beginning of its name, the partner's id of it, an e-mail address, or an id of the gateway. */
export function Customers() {
  useTitle('Customers');
  const partner = place.value.query.get('partner') ?? '';
  const { name, external, email: contactEmail } = searched();
  const filter = {
    ...(name && { companyName: name }),
    ...(external && { externalCustomerId: external }),
    ...(partner && { partnerId: partner }),
  };
  const find = (part: PageHere): Promise<CustomersQuery> =>
    contactEmail === ''
      ? run(CustomersDocument, { ...part, filter })
      : run(CustomersByEmailDocument, { ...part, contactEmail, ...(partner && { partnerId: partner }) });
  const customers = useList([filter, contactEmail], async (page) => (await find(page)).customers);
  return (
    <>
      <div class="screen-head">
        <h1>Customers</h1>
        {contactEmail === '' ? (
          <Export list="customers" filter={filter} />
        ) : (
          <Export
            list="customers-by-email"
            filter={{ contactEmail, ...(partner && { partnerId: partner }) }}
          />
        )}
      </div>
      <div class="filters above">
        <Search asked={{ name, external, email: contactEmail }} />
        <PartnerFilter value={partner} choose={(id) => showHere({ partner: id })} />
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

const KINDS = {
  name: { title: 'Name', hint: 'Beginning of the name, or cus_…, fun_…' },
  external: { title: 'Id of the partner', hint: 'The whole id, or cus_…, fun_…' },
  email: { title: 'E-mail', hint: 'The whole address' },
} as const;
type Kind = keyof typeof KINDS;
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

function Search({ asked }: { asked: Readonly<Record<Kind, string>> }) {
  const askedKind = asked.email !== '' ? 'email' : asked.external !== '' ? 'external' : 'name';
  const [kind, setKind] = useState<Kind>(askedKind);
  const field = useRef<HTMLInputElement>(null);
  // Keeps the field in step with the search, also after a link or the Back button. Before the field is drawn, so that
  // fast typing is not lost.
  useLayoutEffect(() => {
    setKind(askedKind);
    if (field.current !== null) field.current.value = asked[askedKind];
  }, [asked.name, asked.external, asked.email]);
  const search = (text: string) => {
    if (isIdOf('cus', text)) return go(href('customer', text));
    if (isIdOf('fun', text)) return go(href('case', text));
    const isWritten = kind !== 'email' && !text.includes('@');
    // An e-mail address that was typed in place of a name is still treated as one.
    const meant = kind === 'name' && !isWritten ? 'email' : kind;
    setKind(meant);
    unwritten.value = isWritten ? null : { kind: meant, text };
    return showHere({ name: null, external: null, ...(isWritten && { [kind]: text }) });
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
      <select
        aria-label="Search by"
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          if (isKind(value)) setKind(value);
        }}
      >
        {Object.entries(KINDS).map(([each, { title }]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
      <input
        key={kind}
        ref={field}
        type="search"
        name="text"
        autocomplete="off"
        aria-label="Search for"
        defaultValue={asked[kind]}
        placeholder={KINDS[kind].hint}
        size={38}
      />
      <button type="submit">Search</button>
    </form>
  );
}
