import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { PartnerDocument, UpdatePartnerDocument } from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import { Empty, Loading, say } from '../../../../console-kit/parts.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useClockOf } from '../../../../console-kit/sandbox/clock-shown.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { Holds } from '../../../../console-kit/hold/holds.tsx';
import { Keys } from './keys.tsx';
import { SettingsInWords } from './partner-settings.tsx';
import { SettingFields, settingsOf } from './setting-fields.tsx';

/** A partner: its settings with their effect, and its keys. */
export function Partner({ id }: { id: string }) {
  const loaded = useLoad(id, () => run(PartnerDocument, { id }));
  const { data, error, isLoading, reload } = loaded;
  const [isChanging, setChanging] = useState(false);
  const partner = data?.partner ?? null;
  useTitle(partner?.name ?? 'Partner');
  useClockOf(partner);
  if (partner === null) {
    if (error !== null) return <LoadFailed of={loaded} />;
    return isLoading ? <Loading lines={8} /> : <Empty isScreen title="There is no such partner." />;
  }
  return (
    <>
      <div class="screen-head">
        <div>
          <p class="crumbs">
            <a href={href('partners')}>Partners</a>
          </p>
          <h1>{partner.name}</h1>
        </div>
        <Links id={id} />
      </div>
      <section class="card" aria-labelledby="settings-title">
        <h2 id="settings-title">
          Settings
          {mayDo('ADMIN') && (
            <button type="button" onClick={() => setChanging(true)}>
              Change
            </button>
          )}
        </h2>
        <SettingsInWords partner={partner} />
        <p class="faint line gap">
          <code>{partner.id}</code>
        </p>
      </section>
      <Holds kind="PARTNER" id={id} holds={partner.holds ?? []} changed={() => void reload()} />
      <Keys partnerId={id} />
      {isChanging && (
        <Dialog
          title={`Settings of ${partner.name}`}
          action="Change"
          isWide
          close={() => setChanging(false)}
          submit={async (form, idempotencyKey) => {
            await run(UpdatePartnerDocument, { id, input: settingsOf(form) }, { idempotencyKey });
            setChanging(false);
            say('The settings apply to requests that are submitted from now on.');
            await reload();
          }}
        >
          <SettingFields partner={partner} />
        </Dialog>
      )}
    </>
  );
}

/** The lists of a partner. */
function Links({ id }: { id: string }) {
  return (
    <p class="faint">
      <a href={href('customers', { partner: id })}>customers</a>,{' '}
      <a href={href('queue', 'review', { partner: id })}>queue</a>,{' '}
      <a href={href('events', { subject: `partner/${id}` })}>events</a>,{' '}
      <a href={href('webhooks', { partner: id })}>webhooks</a>
    </p>
  );
}
