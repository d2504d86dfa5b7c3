import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps the present entry of a menu in sight: on a phone the menu scrolls sideways, and the phone may be turned. Returns
 * what the menu takes as `ref`.
 */
export function useCurrentInSight(current: string) {
  const menu = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const show = () => {
      const entry = menu.current?.querySelector<HTMLElement>('[aria-current]');
      if (!menu.current || !entry) return;
      // Not with `scrollIntoView`: after it the first Tab would continue from the entry.
      const left = entry.getBoundingClientRect().left - menu.current.getBoundingClientRect().left;
      menu.current.scrollLeft += left - (menu.current.clientWidth - entry.offsetWidth) / 2;
    };
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [current]);
  return menu;
}
