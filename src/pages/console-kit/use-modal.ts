import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Opens a dialog over the page, and calls `close` once when it ends: by Escape, or by the `end` that a button calls. It
 * does not end while `mayEnd` says no.
 */
export function useModal(close: () => void, mayEnd: () => boolean = () => true) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the dialog is drawn, so that a key that is pressed at once goes to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  // A browser tells the end of a dialog late. Another one may be open by then, and must stay.
  const hasEnded = useRef(false);
  const end = () => {
    if (hasEnded.current || !mayEnd()) return;
    hasEnded.current = true;
    // Gives the focus back: as long as a dialog is open nothing else can have it.
    ref.current?.close();
    close();
  };
  const onCancel = (event: Event) => {
    // A field for a file tells the same about itself.
    if (event.target === ref.current) end();
  };
  return { dialog: { ref, onClose: end, onCancel }, end };
}
