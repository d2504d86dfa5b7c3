import { ScreenHead } from '../screen.tsx';
import { AskedAbout, AskedCard } from '../approval/asked.tsx';
import { day } from '../format.ts';
import { DayFilter } from '../list/day-filter.tsx';
import { Export } from '../list/export.tsx';
import { changesAny, useReload } from '../live/use-events.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Badge, Button, Empty, Fact, IdFact, Loading, Money, TimeFact } from '../parts.tsx';
import { href, place } from '../route.ts';
import { useStepsWithNotice } from '../steps.tsx';
import { useLoad } from '../use-load.ts';
import { useTitle } from '../use-title.ts';
import { Lines } from './lines.tsx';
import { readWhole } from './read-whole.ts';
import { undoOf } from './undo.tsx';

type Found = NonNullable<Awaited<ReturnType<typeof readWhole>>>;

/** The whole statement of a settlement, on the screen and on paper. */
export function StatementScreen({ id }: { id: string }) {
  const { query } = place.value;
  const [from, until] = [query.get('from') || null, query.get('until') || null];
  const loaded = useLoad(JSON.stringify([id, from, until]), () => readWhole(id, { from, until }));
  useReload(changesAny('funding', 'repayment'), loaded.refresh);
  const { data, error, isLoading } = loaded;
  useTitle(data === null ? 'Statement' : `Statement of ${data.customer.companyName}`);
  if (data === null && error === null)
    return isLoading ? <Loading lines={8} /> : <Empty isScreen title="There is no such settlement." />;
  return (
    <>
      {data !== null && <Head of={data} days={{ ...(from && { from }), ...(until && { until }) }} />}
      <div class="filters above gap">
        <DayFilter name="from" title="From" value={from ?? ''} />
        <DayFilter name="until" title="Until" value={until ?? ''} />
      </div>
      <LoadFailed of={loaded} />
      {data !== null && (
        <AskedAbout filter={{ fundingId: id }}>
          <Whole of={data} reload={() => void loaded.reload()} />
        </AskedAbout>
      )}
    </>
  );
}

const Head = ({ of: { id, customer }, days }: { of: Found; days: Readonly<Record<string, string>> }) => (
  <ScreenHead
    up={<a href={href('case', id)}>Case</a>}
    title={
      <>
        Statement of <bdi>{customer.companyName}</bdi>
      </>
    }
  >
    <div class="head-actions">
      <Export list="statement" filter={{ id, ...days }} />
      <Button class="good" onClick={() => print()}>
        Print
      </Button>
    </div>
  </ScreenHead>
);

function Whole({ of, reload }: { of: Found; reload: () => void }) {
  const { id, currency, servicing, partner, statement, lines, undone } = of;
  const { begin, dialog } = useStepsWithNotice(reload);
  const { from, until, knownAt, openingBalance, closingBalance } = statement;
  return (
    <>
      <AskedCard changed={reload} />
      <dl class="facts statement-facts">
        <IdFact name="Settlement" id={id} />
        <Fact name="Partner">
          <bdi>{partner?.name}</bdi>
        </Fact>
        {servicing !== null && (
          <>
            <Fact name="Sent on">{day(servicing.fundedOn)}</Fact>
            <Fact name="Due on">{day(servicing.dueOn)}</Fact>
            <Fact name="State">
              <Badge of={servicing.state} />
            </Fact>
          </>
        )}
        {from !== null && <Fact name="From">{day(from)}</Fact>}
        {until !== null && <Fact name="Until">{day(until)}</Fact>}
        <TimeFact name="As known on" at={knownAt} />
        <Fact name="Opening balance" isLong>
          <Money amount={BigInt(openingBalance)} currency={currency} />
        </Fact>
        <Fact name="Closing balance" isLong>
          <Money amount={BigInt(closingBalance)} currency={currency} />
        </Fact>
      </dl>
      {lines.length === 0 && <Empty title="Nothing changed in these days." />}
      {lines.length > 0 && (
        <Lines
          lines={lines}
          currency={currency}
          look="paper"
          stepsOf={(line) => undoOf(line, undone)}
          begin={begin}
        />
      )}
      {dialog}
    </>
  );
}
