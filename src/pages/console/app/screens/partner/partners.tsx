import { useState } from 'preact/hooks';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { daysInWords, percent } from '../../../../console-kit/format.ts';
import {
  CreatePartnerDocument,
  PartnersDocument,
  type PartnersQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { LongName } from '../../../../console-kit/list/company-name.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Badge, Button, Time } from '../../../../console-kit/parts.tsx';
import { SecretDialog } from '../../../../console-kit/secret-dialog.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { SettingFields, settingsOf } from './setting-fields.tsx';

type Row = PartnersQuery['partners']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Partner',
    kind: 'name',
    show: ({ id, name }) => (
      <a href={href('partner', id)}>
        <LongName>{name}</LongName>
      </a>
    ),
  },
  {
    title: 'Review',
    show: ({ review }) => <Badge of={review} tone={review === 'AUTO' ? 'info' : 'wait'} />,
  },
  {
    title: 'Offers',
    show: ({ autoAccept, offerValidDays }) => (
      <span class="short">{autoAccept ? 'accepted at once' : daysInWords(offerValidDays)}</span>
    ),
  },
  { title: 'Interest rate', kind: 'number', show: ({ interestRate }) => percent(interestRate.default) },
  { title: 'Since', show: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The partners; one of them leads to its settings and keys. */
export function Partners() {
  useTitle('Partners');
  const filter = filterHere('PartnerFilter');
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const partners = useList(
    filter,
    async (page) => (await run(PartnersDocument, { ...page, filter })).partners,
  );
  return (
    <>
      <ScreenHead title="Partners">
        <div class="filters">
          <FilterFields of="PartnerFilter" />
          <Export list="partners" filter={filter} />
          {mayDo('ADMIN') && mayDo('WRITE') && (
            <Button class="good" onClick={() => setMaking(true)}>
              New partner
            </Button>
          )}
        </div>
      </ScreenHead>
      <List
        of={partners}
        columns={COLUMNS}
        addressOf={({ id }) => href('partner', id)}
        nothing="There is no such partner."
      />
      {isMaking && (
        <Dialog
          title="New partner"
          action="Create"
          isWide
          close={() => setMaking(false)}
          submit={async (form, once) => {
            const made = await run(CreatePartnerDocument, { input: settingsOf(form) }, once);
            setMaking(false);
            setSecret(made.createPartner?.key.apiKey ?? null);
            await partners.reload();
          }}
        >
          <SettingFields partner={null} />
        </Dialog>
      )}
      {secret !== null && (
        <SecretDialog title="The first key of the partner" secret={secret} close={() => setSecret(null)} />
      )}
    </>
  );
}
