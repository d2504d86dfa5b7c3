import { useLayoutEffect, useRef } from 'preact/hooks';
import { showHere } from './page-here.ts';

interface SearchTextOptions {
  /** The parameter of the address that holds the text. */
  readonly name: string;
  readonly value: string;
  readonly label: string;
}

/** A text that narrows a list. It follows the address, and keeps the focus when it is sent. */
export function SearchText({ name, value, label }: SearchTextOptions) {
  const field = useRef<HTMLInputElement>(null);
  // Before the field is drawn, so that nothing that is typed at once is lost.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return (
    <input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      size={28}
      onChange={({ currentTarget }) => showHere({ [name]: currentTarget.value.trim() })}
    />
  );
}
