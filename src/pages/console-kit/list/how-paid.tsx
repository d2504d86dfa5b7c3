import { words } from '../format.ts';
import { LongName } from './company-name.tsx';

/** How a repayment was paid, and its reference. */
export const HowPaid = ({ source, reference }: { source: string; reference: string | null }) => (
  <span>
    {words(source)}
    {reference !== null && (
      <span class="faint line">
        <LongName>{reference}</LongName>
      </span>
    )}
  </span>
);
