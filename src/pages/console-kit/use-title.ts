import { useEffect } from 'preact/hooks';

/** Names the page: in its tab, in the history of the browser, and for those who hear which screen has come. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} – Fundgate`;
  }, [name]);
}
