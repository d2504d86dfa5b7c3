import { useLayoutEffect, useRef } from 'preact/hooks';
import { showHere } from './page-here.ts';

interface SearchTextOptions {
  /** The parameter of the address that holds the text. */
  readonly name: string;
  readonly value: string;
  readonly label: string;
  /** What may be typed. */
  readonly pattern?: string;
  /** Letters that are in sight. */
  readonly size?: number;
}

/** A text that narrows a list. It follows the address, and keeps the focus when it is sent. */
export function SearchText({ name, value, label, pattern, size = 28 }: SearchTextOptions) {
  const field = useRef<HTMLInputElement>(null);
  // Before the field is drawn, so that fast typing is not lost.
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
      size={size}
      pattern={pattern}
      onChange={({ currentTarget }) => {
        if (currentTarget.reportValidity()) showHere({ [name]: currentTarget.value.trim() });
      }}
    />
  );
}
