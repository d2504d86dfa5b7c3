import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { daysInWords, percent } from '../../../../console-kit/format.ts';
import {
  CreatePartnerDocument,
  PartnersDocument,
  type PartnersQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { href, place } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { Pager, pageHere } from '../../../../console-kit/list/pages.tsx';
import { SearchText } from '../../../../console-kit/list/search-text.tsx';
import { Badge, Empty, ErrorNote, Loading, Time } from '../../../../console-kit/parts.tsx';
import { SecretDialog } from '../../../../console-kit/secret-dialog.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { SettingFields, settingsOf } from './setting-fields.tsx';

type Row = PartnersQuery['partners']['nodes'][number];

/** The partners; one of them leads to its settings and keys. */
export function Partners() {
  useTitle('Partners');
  const name = place.value.query.get('name') ?? '';
  const filter = name === '' ? {} : { name };
  const page = pageHere();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, isLoading, reload } = useLoad(JSON.stringify([filter, page]), () =>
    run(PartnersDocument, { ...page, filter }),
  );
  return (
    <>
      <div class="screen-head">
        <h1>Partners</h1>
        <div class="filters">
          <SearchText name="name" value={name} label="Beginning of the name" />
          <Export list="partners" filter={filter} />
          {mayDo('ADMIN') && mayDo('WRITE') && (
            <button type="button" class="good" onClick={() => setMaking(true)}>
              New partner
            </button>
          )}
        </div>
      </div>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={6} />}
      {data !== null && data.partners.nodes.length === 0 && <Empty title="There is no such partner." />}
      {data !== null && data.partners.nodes.length > 0 && (
        <>
          <Table rows={data.partners.nodes} />
          <Pager page={data.partners.pageInfo} />
        </>
      )}
      {isMaking && (
        <Dialog
          title="New partner"
          action="Create"
          isWide
          close={() => setMaking(false)}
          submit={async (form, idempotencyKey) => {
            const made = await run(CreatePartnerDocument, { input: settingsOf(form) }, { idempotencyKey });
            setMaking(false);
            setSecret(made.createPartner?.key.apiKey ?? null);
            await reload();
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

const Table = ({ rows }: { rows: readonly Row[] }) => (
  <table class="rows cards">
    <thead>
      <tr>
        <th scope="col">Partner</th>
        <th scope="col">Review</th>
        <th scope="col">Offers</th>
        <th scope="col" class="number">
          Interest rate
        </th>
        <th scope="col">Since</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((partner) => (
        <tr key={partner.id}>
          <th scope="row">
            <a href={href('partner', partner.id)}>{partner.name}</a>
          </th>
          <td>
            <Badge of={partner.review} tone={partner.review === 'AUTO' ? 'info' : 'wait'} />
          </td>
          <td class="short">
            {partner.autoAccept ? 'accepted at once' : daysInWords(partner.offerValidDays)}
          </td>
          <td class="number">{percent(partner.interestRate.default)}</td>
          <td>
            <Time at={partner.createdAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
