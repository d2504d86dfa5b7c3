import { useEffect } from 'preact/hooks';

/** Names the page: in its tab, in the history of the browser, and for screen readers. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} – Fundgate`;
  }, [name]);
}
