import { signal } from '@preact/signals';
import { run } from '../api.ts';
import { HoldsOnAllDocument, type HoldRowFragment } from '../generated/graphql.ts';
import { changesAny, useReload } from '../live/use-events.ts';
import { href } from '../route.ts';
import { useLoad } from '../use-load.ts';
import { HoldBy, Holds } from './holds.tsx';

/** The standing holds on all settlements. The band and the settings show the same ones. */
const standing = signal<readonly HoldRowFragment[]>([]);

async function loadStanding(): Promise<void> {
  standing.value = (await run(HoldsOnAllDocument, {})).holds.nodes;
}

/** A band over each screen while everything is on hold. */
export function HoldBand() {
  const loaded = useLoad('holds on all', loadStanding);
  useReload(changesAny('hold'), loaded.refresh);
  const [first, ...more] = standing.value;
  if (first === undefined) return null;
  return (
    <div class="note bad hold-band" role="status">
      <p>
        <strong>Everything is on hold.</strong> No approval, payout or refund of any partner goes through.{' '}
        <a href={href('settings')}>
          {more.length === 0 ? 'See the hold' : `See all ${more.length + 1} holds`}
        </a>
      </p>
      <p>
        <HoldBy of={first} />
      </p>
    </div>
  );
}

/** Holds everything, and lifts it. */
export const HoldAll = () => (
  <Holds kind="ALL" id={null} holds={standing.value} changed={() => void loadStanding()} />
);
