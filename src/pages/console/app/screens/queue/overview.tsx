import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { OverviewDocument } from '../../../../console-kit/generated/graphql.ts';
import { Loading } from '../../../../console-kit/parts.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { DAY_MS, DAYS, Decisions } from '../../../../console-kit/pictures/decisions.tsx';
import { OutstandingMoney } from '../../../../console-kit/pictures/outstanding.tsx';
import { Money, Totals } from '../../../../console-kit/pictures/totals.tsx';
import { Ages } from '../../../../console-kit/pictures/waiting-ages.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';

/** Totals by status, decisions by day, what is outstanding, the money of the totals, and how long the oldest items have waited. */
export function OverviewScreen() {
  useTitle('Overview');
  const from = new Date(nowMs() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const loaded = useLoad(from, () => run(OverviewDocument, { from: `${from}T00:00:00Z` }));
  const { data, isLoading } = loaded;
  return (
    <>
      <ScreenHead title="Overview" />
      <LoadFailed of={loaded} />
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && (
        <div class="overview">
          <Totals of={data.settlementOverview} />
          <Decisions of={data.settlementOverview} from={from} />
          <OutstandingMoney of={data.settlementOverview.outstanding} />
          <Money of={data.settlementOverview} />
          <Ages of={data.settlementOverview} />
        </div>
      )}
    </>
  );
}
