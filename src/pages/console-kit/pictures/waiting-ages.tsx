import type { OverviewQuery } from '../generated/graphql.ts';
import { href } from '../route.ts';

type Overview = OverviewQuery['settlementOverview'];

const AGE_TITLES: Readonly<Record<string, string>> = {
  1: 'up to 1 h',
  4: '4 h',
  24: '1 d',
  72: '3 d',
  168: '7 d',
  null: 'longer',
};
const AGE_LISTS = [
  { status: 'SUBMITTED', list: 'review', title: 'To review' },
  { status: 'ACCEPTED', list: 'disburse', title: 'To disburse' },
] as const;

/** How long settlements have waited: a column for each age, in warmer colours for the older ones. */
export const Ages = ({ of: { ages } }: { of: Overview }) => (
  <section class="card wide-card" aria-labelledby="ages-title">
    <h2 id="ages-title">How long the queue has waited</h2>
    <div class="ages">
      {AGE_LISTS.map(({ status, list, title }) => (
        <AgesOf key={status} title={title} list={list} ages={ages.filter((age) => age.status === status)} />
      ))}
    </div>
  </section>
);

interface AgesOfOptions {
  readonly title: string;
  readonly list: string;
  readonly ages: Overview['ages'];
}

function AgesOf({ title, list, ages }: AgesOfOptions) {
  const all = ages.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...ages.map(({ count }) => count));
  const counts = ages.map(({ hoursMax, count }) => `${AGE_TITLES[String(hoursMax)]}: ${count}`).join(', ');
  return (
    <figure class="age-list">
      <figcaption>
        <a href={href('queue', list)}>{title}</a> <span class="count">{all.toLocaleString('en')}</span>
      </figcaption>
      <div class="age-columns" role="img" aria-label={`${title} by age: ${counts}`}>
        {ages.map(({ hoursMax, count }, at) => (
          <div class="age" key={String(hoursMax)}>
            <span class="age-count">{count === 0 ? '' : count.toLocaleString('en')}</span>
            <span class={`age-bar warm-${at}`} style={{ height: `${(count / most) * 100}%` }} />
            <span class="age-name">{AGE_TITLES[String(hoursMax)]}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
