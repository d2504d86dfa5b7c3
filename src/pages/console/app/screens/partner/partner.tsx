import { NoRecord, ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { AskedAbout, AskedCard } from '../../../../console-kit/approval/asked.tsx';
import {
  PartnerDocument,
  type PartnerQuery,
  UpdatePartnerDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { type Step, StepButtons, useStepsWithNotice } from '../../../../console-kit/steps.tsx';
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
  const { data, reload } = loaded;
  const partner = data?.partner ?? null;
  useTitle(partner?.name ?? 'Partner');
  useClockOf(partner);
  if (partner === null) return <NoRecord of={loaded} what="partner" />;
  return (
    <>
      <ScreenHead up={<a href={href('partners')}>Partners</a>} title={partner.name}>
        <Links id={id} />
      </ScreenHead>
      <AskedAbout filter={{ objectId: id }}>
        <Settings partner={partner} reload={() => void reload()} />
      </AskedAbout>
      <Holds kind="PARTNER" id={id} holds={partner.holds ?? []} changed={() => void reload()} />
      <Keys of={{ partnerId: id, operatorId: null }} />
    </>
  );
}

type PartnerFacts = NonNullable<PartnerQuery['partner']>;

function Settings({ partner, reload }: { partner: PartnerFacts; reload: () => void }) {
  const { begin, dialog } = useStepsWithNotice(reload);
  return (
    <>
      <AskedCard changed={reload} />
      <section class="card" aria-labelledby="settings-title">
        <h2 id="settings-title">
          Settings
          {mayDo('ADMIN') && <StepButtons steps={[change(partner)]} begin={begin} look="plain" />}
        </h2>
        <SettingsInWords partner={partner} />
        <p class="faint line gap">
          <code>{partner.id}</code>
        </p>
      </section>
      {dialog}
    </>
  );
}

const change = (partner: PartnerFacts): Step => ({
  name: 'Change',
  operation: 'PARTNER_SETTINGS',
  tone: 'good',
  title: `Settings of ${partner.name}`,
  isWide: true,
  done: 'The settings apply to requests that are submitted from now on.',
  fields: () => <SettingFields partner={partner} />,
  send: (form, once) => run(UpdatePartnerDocument, { id: partner.id, input: settingsOf(form) }, once),
});

/** The lists of a partner. */
const Links = ({ id }: { id: string }) => (
  <p class="faint">
    <a href={href('customers', { partner: id })}>customers</a>,{' '}
    <a href={href('queue', 'review', { partner: id })}>queue</a>,{' '}
    <a href={href('events', { subject: `partner/${id}` })}>events</a>,{' '}
    <a href={href('webhooks', { partner: id })}>webhooks</a>
  </p>
);
