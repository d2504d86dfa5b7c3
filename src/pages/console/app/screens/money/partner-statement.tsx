import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { run } from '../../../../console-kit/api.ts';
import { Select } from '../../../../console-kit/choice.tsx';
import { day, groupedAmount, money, words } from '../../../../console-kit/format.ts';
import {
  PartnerStatementDocument,
  type PartnerStatementQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { DayFilter } from '../../../../console-kit/list/day-filter.tsx';
import { Export } from '../../../../console-kit/list/export.tsx';
import { showHere } from '../../../../console-kit/list/page-here.ts';
import { PartnerName } from '../../../../console-kit/list/partner-name.tsx';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import { Table } from '../../../../console-kit/list/table.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { LineReference } from '../../../../console-kit/statement/lines.tsx';
import { Button, Empty, Fact, Key, Loading, QuietButton } from '../../../../console-kit/parts.tsx';
import { href, place } from '../../../../console-kit/route.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { MoneyHead } from './money-head.tsx';

/** Lines of a page; a file has all of them. */
const LINES = 100;

interface Asked {
  readonly partnerId: string;
  readonly currency: string;
  readonly from?: string;
  readonly until?: string;
}

/** What the address asks for; null without a partner or a currency. */
function askedHere(): Asked | null {
  const at = (name: string) => place.value.query.get(name) ?? '';
  const [partnerId, currency, from, until] = [at('partner'), at('currency'), at('from'), at('until')];
  if (partnerId === '' || currency === '') return null;
  return { partnerId, currency, ...(from !== '' && { from }), ...(until !== '' && { until }) };
}

/** The statement of a partner over all its settlements, in one currency. */
export function PartnerStatement() {
  useTitle('Statement of a partner');
  const asked = askedHere();
  const { query } = place.value;
  const currency = query.get('currency') ?? '';
  return (
    <>
      <MoneyHead list="statement">
        {asked !== null && <Export list="partner-statement" filter={{ ...asked }} />}
      </MoneyHead>
      <div class="filters above gap">
        <PartnerFilter value={query.get('partner') ?? ''} choose={(partner) => showHere({ partner })} />
        <Select
          label="Currency"
          value={currency}
          options={[['', 'Choose a currency'], ...CURRENCIES.map((code) => [code, code] as const)]}
          choose={(chosen) => showHere({ currency: chosen })}
        />
        <DayFilter name="from" title="From" value={query.get('from') ?? ''} />
        <DayFilter name="until" title="Until" value={query.get('until') ?? ''} />
      </div>
      {asked === null ? (
        <Empty title="Choose a partner and a currency." />
      ) : (
        <Lines key={JSON.stringify(asked)} asked={asked} />
      )}
    </>
  );
}

function Lines({ asked }: { asked: Asked }) {
  const after = place.value.query.get('after');
  const loaded = useLoad(JSON.stringify([asked, after]), () =>
    run(PartnerStatementDocument, { ...asked, first: LINES, after }),
  );
  const statement = loaded.data?.statement ?? null;
  return (
    <>
      <LoadFailed of={loaded} />
      {statement === null && loaded.error === null && <Loading lines={8} />}
      {statement !== null && <Statement asked={asked} of={statement} isFirst={after === null} />}
    </>
  );
}

interface StatementOptions {
  readonly asked: Asked;
  readonly of: PartnerStatementQuery['statement'];
  readonly isFirst: boolean;
}

function Statement({ asked, of, isFirst }: StatementOptions) {
  const { currency, openingBalance, closingBalance, items, nextCursor } = of;
  return (
    <>
      <div class="above">
        <dl class="facts">
          <Fact name="Partner">
            <PartnerName id={asked.partnerId} />
          </Fact>
          {asked.from !== undefined && <Fact name="From">{day(asked.from)}</Fact>}
          {asked.until !== undefined && <Fact name="Until">{day(asked.until)}</Fact>}
          <Fact name="Opening balance">{money(BigInt(openingBalance), currency)}</Fact>
          <Fact name="Closing balance">{money(BigInt(closingBalance), currency)}</Fact>
        </dl>
      </div>
      {items.length === 0 && <Empty title="Nothing changed in these days." />}
      {items.length > 0 && (
        <Table
          label="Statement"
          rows={items.map((line) => ({ ...line, id: line.entryId }))}
          addressOf={({ fundingId }) => href('case', fundingId)}
          columns={[
            {
              title: 'What',
              kind: 'name',
              show: (line) => (
                <>
                  <a href={href('case', line.fundingId)}>{words(line.kind)}</a>
                  <LineReference of={line} />
                </>
              ),
            },
            { title: 'Day', kind: 'number', show: ({ postedOn }) => day(postedOn) },
            {
              title: `Change in ${currency}`,
              kind: 'number',
              show: ({ amount }) => groupedAmount(amount, currency),
            },
            {
              title: 'The settlement owed',
              kind: 'number',
              show: ({ balance }) => groupedAmount(balance, currency),
            },
          ]}
        />
      )}
      <Further next={nextCursor} isFirst={isFirst} />
    </>
  );
}

/** A statement is read forward; the browser goes back. All of its pages show what was known at the first one. */
function Further({ next, isFirst }: { next: string | null; isFirst: boolean }) {
  const begin = () => {
    if (!isFirst) showHere({});
  };
  const goOn = () => {
    if (next !== null) showHere({ after: next });
  };
  useKeys({ n: { name: 'the next lines', run: goOn }, p: { name: 'the first lines', run: begin } });
  if (isFirst && next === null) return null;
  return (
    <div class="pager">
      <Button class="quiet push" disabled={isFirst} onClick={begin}>
        From the beginning <Key>p</Key>
      </Button>
      <QuietButton disabled={next === null} onClick={goOn}>
        Next <Key>n</Key>
      </QuietButton>
    </div>
  );
}
