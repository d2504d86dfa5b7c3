import type { ComponentChildren } from 'preact';
import { LoadFailed } from './load-failed.tsx';
import { Empty, Key, Loading } from './parts.tsx';
import type { Loaded } from './use-load.ts';

interface HeadOptions {
  readonly title: ComponentChildren;
  /** The state of the record, behind the title. */
  readonly mark?: ComponentChildren;
  /** The link to the list of the record. */
  readonly up?: ComponentChildren;
  /** The key that follows this link. */
  readonly upKey?: string;
  /** What stands beside the heading. */
  readonly children?: ComponentChildren;
}

/** The heading of a screen. */
export function ScreenHead({ title, mark, up, upKey, children }: HeadOptions) {
  const heading = (
    <h1>
      {title} {mark}
    </h1>
  );
  return (
    <div class="screen-head">
      {up === undefined ? (
        heading
      ) : (
        <div>
          <p class="crumbs">
            {up} {upKey !== undefined && <Key>{upKey}</Key>}
          </p>
          {heading}
        </div>
      )}
      {children}
    </div>
  );
}

interface NoRecordOptions {
  readonly of: Loaded<unknown>;
  /** What there is none of. */
  readonly what: string;
  /** The way to others. */
  readonly children?: ComponentChildren;
}

/** What a screen shows while it has no record: it is loaded, could not be, or is not there. */
export function NoRecord({ of, what, children }: NoRecordOptions) {
  if (of.error !== null) return <LoadFailed of={of} />;
  if (of.isLoading) return <Loading lines={8} />;
  return (
    <Empty isScreen title={`There is no such ${what}.`}>
      {children !== undefined && <p>{children}</p>}
    </Empty>
  );
}
