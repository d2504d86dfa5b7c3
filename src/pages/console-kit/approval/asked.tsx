import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { run } from '../api.ts';
import { AskedOfDocument, type PendingApprovalFilter } from '../generated/graphql.ts';
import { changesAny, useReload } from '../live/use-events.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Button, say } from '../parts.tsx';
import { href } from '../route.ts';
import { mayDo } from '../session-state.ts';
import { useLoad } from '../use-load.ts';
import { lastAsked } from '../waiting.ts';
import { type Asked, Here, useHere } from '../asked-here.ts';
import { Approve, AskedBy, askedInWords, refusalOf, Refuse } from '../check.tsx';
import { InputInWords } from '../input-in-words.tsx';

interface AskedAboutOptions {
  /** Which changes concern the record of the screen. */
  readonly filter: PendingApprovalFilter;
  readonly children: ComponentChildren;
}

/** A screen whose buttons know what waits for a second person: the same button approves it. */
export function AskedAbout({ filter, children }: AskedAboutOptions) {
  const loaded = useLoad(`asked ${JSON.stringify(filter)}`, () => run(AskedOfDocument, { filter }));
  useReload(changesAny('approval'), loaded.refresh);
  const asked = lastAsked.value;
  useEffect(() => {
    if (asked !== '') void loaded.reload();
  }, [asked]);
  const here = {
    isKnown: loaded.data !== null || loaded.error !== null,
    rows: loaded.data?.pendingApprovals.nodes ?? [],
    changed: () => void loaded.reload(),
  };
  return (
    <Here.Provider value={here}>
      <LoadFailed of={loaded} />
      {children}
    </Here.Provider>
  );
}

/**
 * What waits for a second person about the record of the screen. `changed` loads the record after a change was done.
 */
export function AskedCard({ changed }: { changed: () => void }) {
  const { rows, changed: reload } = useHere();
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-labelledby="asked-title">
      <h2 id="asked-title">Waits for a second person</h2>
      {rows.map((row) => (
        <div key={row.id} class="note wait">
          <p>
            <a href={href('approval', row.id)}>
              <strong>{askedInWords(row)}</strong>
            </a>{' '}
            <AskedBy of={row} />
          </p>
          {!row.damaged && <InputInWords of={row} />}
          <CheckButtons
            of={row}
            changed={() => {
              reload();
              changed();
            }}
          />
        </div>
      ))}
    </section>
  );
}

/** What the person may do about a change that waits. */
export function CheckButtons({ of, changed }: { of: Asked; changed: () => void }) {
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  if (!mayDo('WRITE')) return null;
  const close = () => setOpen(null);
  const done = (sentence: string) => {
    close();
    say(sentence);
    changed();
  };
  return (
    <div class="filters gap">
      {!of.own && !of.damaged && (
        <Button class="good" onClick={() => setOpen('approve')}>
          Approve
        </Button>
      )}
      <Button onClick={() => setOpen('refuse')}>{refusalOf(of)}</Button>
      {open === 'approve' && <Approve of={of} close={close} done={done} />}
      {open === 'refuse' && <Refuse of={of} close={close} done={done} />}
    </div>
  );
}
