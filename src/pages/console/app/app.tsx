import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { href, place } from '../../console-kit/route.ts';
import { HoldBand } from '../../console-kit/hold/hold-on-all.tsx';
import { KeyHelp } from '../../console-kit/key-help.tsx';
import { hasOwner, me, ownerKey } from '../../console-kit/session-state.ts';
import { endMySessions, signOut, SignIn } from './sign-in.tsx';
import { Find } from './find/find.tsx';
import { PartnerClock } from '../../console-kit/sandbox/partner-clock.tsx';
import { SCREENS } from './screens.tsx';
import { Empty, Loading, Notice, QuietButton } from '../../console-kit/parts.tsx';
import { LoadFailed } from '../../console-kit/load-failed.tsx';
import { useCurrentInSight } from '../../console-kit/use-current-in-sight.ts';
import { useLoad } from '../../console-kit/use-load.ts';
import { useTitle } from '../../console-kit/use-title.ts';
import { loadMe } from '../../console-kit/who.ts';

/** The whole page: the sign-in, or the screen of the present URL with the navigation. */
export function App() {
  if (me.value === undefined) return <Begin />;
  const [name = 'queue', ...rest] = place.value.parts;
  const screen = SCREENS.find(({ path }) => path === name);
  return (
    <>
      {hasOwner.value && (
        // Keyed by the person, so that the next one sees nothing that the last one had open.
        <Frame key={ownerKey.value} current={screen?.under ?? name}>
          {screen === undefined ? <NoScreen /> : screen.show(rest)}
        </Frame>
      )}
      {me.value === null && <SignIn />}
    </>
  );
}

function NoScreen() {
  useTitle('No such screen');
  return (
    <Empty isScreen title="There is no such screen.">
      <p>
        <a href={href()}>Go to the queue</a>
      </p>
    </Empty>
  );
}

/** Shown until the session is loaded. */
function Begin() {
  const loaded = useLoad('who', loadMe);
  const { error } = loaded;
  return <main class="begin">{error === null ? <Loading lines={8} /> : <LoadFailed of={loaded} />}</main>;
}

function Frame({ current, children }: { current: string; children: ComponentChildren }) {
  const who = me.value?.operator?.name ?? me.value?.key?.name ?? 'Operator';
  const main = useRef<HTMLElement>(null);
  const screen = place.value.parts.join('/');
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    // The focused element went with the last screen; focus the new one, so that Tab continues there.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [screen]);
  const menu = useCurrentInSight(current);
  return (
    <div class={me.value === null ? 'frame away' : 'frame'}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="side">
        <p class="brand">Fundgate</p>
        <nav aria-label="Screens" ref={menu}>
          {SCREENS.filter(({ title }) => title !== null).map(({ path, title }) => (
            <a key={path} href={href(path)} aria-current={path === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <PartnerClock />
        <div class="who">
          <a href={href('graphiql')}>GraphiQL</a>
          <span title={who}>{who}</span>
          <Find />
          <KeyHelp />
          <QuietButton onClick={() => void signOut()}>Sign out</QuietButton>
          <QuietButton onClick={() => void endMySessions()}>End all my sessions</QuietButton>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <HoldBand />
        {children}
      </main>
      <Notice />
    </div>
  );
}
