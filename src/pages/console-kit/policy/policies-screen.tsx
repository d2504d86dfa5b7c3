import { ScreenHead } from '../screen.tsx';
import { run } from '../api.ts';
import { PoliciesDocument, type PolicyRowFragment } from '../generated/graphql.ts';
import { LongName } from '../list/company-name.tsx';
import { FilterFields } from '../list/filter-fields.tsx';
import { filterHere } from '../list/filter-members.ts';
import { List, useList } from '../list/list.tsx';
import type { Column } from '../list/table.tsx';
import { changesAny, useReload } from '../live/use-events.ts';
import { Time } from '../parts.tsx';
import { href } from '../route.ts';
import { mayDo } from '../session-state.ts';
import { useTitle } from '../use-title.ts';
import { Scope, ShortHash, StateBadge } from './policy-words.tsx';

const COLUMNS: readonly Column<PolicyRowFragment>[] = [
  {
    title: 'Policy',
    kind: 'name',
    show: ({ id, purpose, damaged }) => (
      <a href={href('policy', id)}>
        {damaged ? (
          <span class="danger">Damaged record</span>
        ) : (
          <LongName>{purpose ?? 'Without a purpose'}</LongName>
        )}
      </a>
    ),
  },
  {
    title: 'Partner',
    show({ partnerId, damaged }) {
      if (damaged) return <span class="faint">not known</span>;
      return partnerId === null ? <span class="faint">all others</span> : <Scope partnerId={partnerId} />;
    },
  },
  { title: 'State', show: ({ state }) => <StateBadge of={state} /> },
  { title: 'Rules', kind: 'number', show: ({ rules, damaged }) => !damaged && rules.length },
  { title: 'Hash', show: ({ hash, damaged }) => !damaged && <ShortHash of={hash} /> },
  {
    title: 'Owner',
    show: ({ ownerName, damaged }) => !damaged && <LongName>{ownerName ?? 'The command line'}</LongName>,
  },
  { title: 'Changed', show: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** The versions of policies; one of them leads to its rules. */
export function PoliciesScreen() {
  useTitle('Policies');
  const filter = filterHere('PolicyFilter');
  const policies = useList(
    filter,
    async (page) => (await run(PoliciesDocument, { ...page, filter })).policies,
  );
  useReload(changesAny('policy'), policies.refresh);
  return (
    <>
      <ScreenHead title="Policies">
        <div class="filters">
          <FilterFields of="PolicyFilter" />
          {mayDo('WRITE') && (
            <a class="button good" href={href('policy', 'new')}>
              New policy
            </a>
          )}
        </div>
      </ScreenHead>
      <p class="about">
        Rules by which requests are approved, denied, or left to a person, for partners whose review is by a
        policy. Under manual review they advise.
      </p>
      <List
        of={policies}
        columns={COLUMNS}
        look="policies"
        addressOf={({ id }) => href('policy', id)}
        nothing="There is no such policy."
      >
        <p>Without a live policy, the requests that it would evaluate wait for a person.</p>
      </List>
    </>
  );
}
