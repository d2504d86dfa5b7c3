import { Country } from '../parts.tsx';

/** A name that others chose: at most two lines of it, the whole of it on hover. */
export const LongName = ({ children }: { children: string | null | undefined }) => (
  <bdi class="two-lines" title={children ?? undefined}>
    {children}
  </bdi>
);

/** A company as the link to its screen, and its country. */
export const CompanyName = ({ name, country, to }: { name: string; country: string; to: string }) => (
  <span class="company">
    <a href={to}>
      <LongName>{name}</LongName>
    </a>
    <Country of={country} />
  </span>
);
