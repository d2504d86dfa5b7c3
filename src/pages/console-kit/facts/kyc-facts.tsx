import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { day, label, words } from '../format.ts';
import {
  type AddressLinesFragment,
  IdentityNumbersDocument,
  type IdentityNumbersQuery,
  type KycFactsFragment,
  ScreeningResultsDocument,
  type ScreeningResultsQuery,
} from '../generated/graphql.ts';
import { meaningOf, SCHEMES } from '../meanings.ts';
import { NotedButton } from '../noted.tsx';
import { Badge, Raw } from '../parts.tsx';

interface KycFactsOptions {
  readonly kyc: KycFactsFragment;
  /** Names of fields that changed since the approval. */
  readonly changed?: ReadonlySet<string>;
}

const yesNo = (value: boolean | null) => (value === null ? '–' : value ? 'Yes' : 'No');

/** The fields of a KYC record, in their order; a dash for what was not sent. */
const FACTS: readonly (readonly [field: string, show: (kyc: KycFactsFragment) => ComponentChildren])[] = [
  ['legalName', ({ legalName }) => legalName],
  ['businessRegistrationNumber', ({ businessRegistrationNumber }) => businessRegistrationNumber],
  ['dateOfIncorporation', ({ dateOfIncorporation: date }) => date && day(date)],
  ['isic', (kyc) => <Industry of={kyc} />],
  ['website', ({ website }) => website],
  ['corporateEntitiesNumber', ({ corporateEntitiesNumber }) => corporateEntitiesNumber],
  ['isSensitiveBusiness', ({ isSensitiveBusiness }) => yesNo(isSensitiveBusiness)],
  ['hasComplexStructure', ({ hasComplexStructure }) => yesNo(hasComplexStructure)],
  ['hasNamecheckHits', ({ hasNamecheckHits }) => yesNo(hasNamecheckHits)],
  ['registeredAddress', ({ registeredAddress }) => <Address of={registeredAddress} />],
  ['operatingAddress', ({ operatingAddress }) => <Address of={operatingAddress} />],
];

const Industry = ({ of: { isic, isicScheme, isicIndustry } }: { of: KycFactsFragment }) => (
  <>
    {isic ?? '–'}
    {isicScheme !== null && (
      <span class="faint"> {[SCHEMES[isicScheme], isicIndustry].filter(Boolean).join(': ')}</span>
    )}
  </>
);

/** The details of a KYC record, with each warning at its field. */
export function KycFacts({ kyc, changed = new Set() }: KycFactsOptions) {
  const common = { kyc, changed };
  return (
    <section class="card" aria-labelledby="kyc-title">
      <h2 id="kyc-title">
        KYC <Badge of={kyc.status} />
      </h2>
      <WarningList warnings={kyc.warnings} />
      <dl class="facts">
        {FACTS.map(([field, show]) => (
          <KycFact key={field} {...common} field={field}>
            {show(kyc) ?? '–'}
          </KycFact>
        ))}
      </dl>
      {/* For another revision they are requested again, because they may have changed. */}
      <People key={`people ${kyc.revision}`} {...common} />
      <Screening key={`screening ${kyc.revision}`} customerId={kyc.customerId} />
    </section>
  );
}

const SNAKE = (name: string) => name.replaceAll(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

function warningsAt(kyc: KycFactsFragment, field: string) {
  return kyc.warnings.filter(
    ({ param }) => param === field || (/^[.[]/.test(param.slice(field.length)) && param.startsWith(field)),
  );
}

type Warning = KycFactsFragment['warnings'][number];

/** All warnings, named and counted, before a person looks through the fields. */
function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <div class="warnings">
      <p>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</p>
      <ul>
        {warnings.map(({ code, param }) => (
          <li key={param + code}>
            {label(/^\w+/.exec(param)?.[0] ?? param)}: {placeOf(param)}
            {meaningOf(code)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const WarningLine = ({ children }: { children: ComponentChildren }) => (
  <span class="warning">{children}</span>
);

/** Which of several people a warning is about; empty if the field is no list. */
function placeOf(param: string): string {
  const [, at] = /\[(\d+)\]/.exec(param) ?? [];
  return at === undefined ? '' : `Number ${Number(at) + 1}: `;
}

interface KycFactOptions extends Required<KycFactsOptions> {
  readonly field: string;
  /** Whether each item of a list shows its own warnings. Then the field shows none. */
  readonly isByItem?: boolean;
  readonly children: ComponentChildren;
}

/** Fields whose values are long for one column. */
const LONG: readonly string[] = ['legalName', 'website', 'registeredAddress', 'operatingAddress'];

function KycFact({ kyc, changed, field, isByItem = false, children }: KycFactOptions) {
  const warnings = isByItem ? [] : warningsAt(kyc, field);
  const marks = [
    warnings.length > 0 ? 'warned' : '',
    changed.has(SNAKE(field)) ? 'changed' : '',
    LONG.includes(field) ? 'long-fact' : '',
  ];
  return (
    <div class={`fact ${marks.join(' ')}`}>
      <dt>{label(field)}</dt>
      <dd>
        {children}
        {warnings.map(({ code, param }) => (
          <WarningLine key={param + code}>
            {placeOf(param)}
            {meaningOf(code)}
          </WarningLine>
        ))}
      </dd>
    </div>
  );
}

function Address({ of }: { of: AddressLinesFragment | null }) {
  if (of === null) return <>–</>;
  const lines = [
    of.addressLine1,
    of.addressLine2,
    of.addressLine3,
    `${of.postalCode} ${of.city}`.trim(),
    of.country,
  ];
  return (
    <>
      {lines.filter(Boolean).map((line, at) => (
        <span class="line" key={at}>
          {line}
        </span>
      ))}
    </>
  );
}

type Numbers = NonNullable<IdentityNumbersQuery['kyc']>;

/** Identity numbers are hidden until an operator opens them, which is recorded in the trail. */
function People({ kyc, changed }: Required<KycFactsOptions>) {
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  const show = async () =>
    setNumbers((await run(IdentityNumbersDocument, { customerId: kyc.customerId })).kyc);
  const fields = ['directorsIdentityNumber', 'shareholdersIdentityNumber'] as const;
  return (
    <>
      <dl class="facts people">
        {fields.map((field) => (
          <KycFact key={field} kyc={kyc} changed={changed} field={field} isByItem={numbers !== null}>
            {numbers === null ? (
              <span class="faint">hidden</span>
            ) : (
              numbers[field].map((person, at) => {
                const own = warningsAt(kyc, `${field}[${at}]`);
                return (
                  <span class={own.length > 0 ? 'line warned' : 'line'} key={at}>
                    {at + 1}. <code>{person.number}</code> {words(person.type)}
                    {'companyLegalName' in person && `, ${person.companyLegalName}`}
                    {own.map(({ code, param }) => (
                      <WarningLine key={param + code}>{meaningOf(code)}</WarningLine>
                    ))}
                  </span>
                );
              })
            )}
          </KycFact>
        ))}
      </dl>
      {numbers === null && <NotedButton show={show}>Show identity numbers</NotedButton>}
    </>
  );
}

type Results = NonNullable<ScreeningResultsQuery['kyc']>;

function Screening({ customerId }: { customerId: string }) {
  const [results, setResults] = useState<Results | null>(null);
  if (results === null) {
    const show = async () => setResults((await run(ScreeningResultsDocument, { customerId })).kyc);
    return <NotedButton show={show}>Show screening results</NotedButton>;
  }
  return (
    <dl class="facts apart">
      {(['providerCompanyScreeningResult', 'providerBatchScreeningResult'] as const).map((name) => (
        <div class="fact wide-fact" key={name}>
          <dt>{label(name)}</dt>
          <dd>
            {results[name] === null ? (
              'None was sent.'
            ) : (
              <Raw name={label(name)}>{JSON.stringify(results[name], null, 2)}</Raw>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
