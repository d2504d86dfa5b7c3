import type { ComponentChildren } from 'preact';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { href } from '../../../../console-kit/route.ts';
import { useCurrentInSight } from '../../../../console-kit/use-current-in-sight.ts';

const LISTS = [
  ['repayments', 'Repayments'],
  ['journal', 'Journal'],
  ['statement', 'Statement of a partner'],
] as const;

interface MoneyHeadOptions {
  readonly list: (typeof LISTS)[number][0];
  /** The buttons beside the heading. */
  readonly children: ComponentChildren;
}

/** The heading of the screen, and the links to its lists. */
export function MoneyHead({ list, children }: MoneyHeadOptions) {
  const menu = useCurrentInSight(list);
  return (
    <>
      <ScreenHead title="Money">
        <div class="filters">{children}</div>
      </ScreenHead>
      <nav class="tabs" aria-label="Lists" ref={menu}>
        {LISTS.map(([name, title]) => (
          <a key={name} href={href('money', name)} aria-current={name === list ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
    </>
  );
}
