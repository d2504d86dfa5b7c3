import type { CaseSettlement } from '../case-settlement.ts';
import { run } from '../api.ts';
import { moment, whoOf, words } from '../format.ts';
import { MovesDocument, type MovesQuery } from '../generated/graphql.ts';
import { Time } from '../parts.tsx';
import { useLoad } from '../use-load.ts';

type Change = CaseSettlement['history'][number];
type Move = MovesQuery['instantSettlementMoves'][number];

const BOX = { width: 112, height: 36, gapX: 78, gapY: 30 } as const;
/** Margin at the sides for a timestamp that is wider than its box. */
const MARGIN = 22;

/** The state diagram of settlements with the path that this one took, and who did what when. */
export function History({ settlement }: { settlement: CaseSettlement }) {
  const { data } = useLoad('moves', () => run(MovesDocument, {}));
  return (
    <section class="card" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {data !== null && <Picture moves={data.instantSettlementMoves} history={settlement.history} />}
      <ol class="history">
        {settlement.history.map((change) => (
          <li key={change.event + change.at}>
            <strong>{words(change.event)}</strong>{' '}
            <span>
              by <WhoDid change={change} />
            </span>{' '}
            <Time at={change.at} />
            {change.denialReason !== null && <span class="faint line">{words(change.denialReason)}</span>}
            {change.denialNote !== null && <q class="line">{change.denialNote}</q>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Who did a step. */
export const WhoDid = ({ change: { actor, actorName, automatic } }: { change: Change }) => (
  <>
    <bdi>{whoOf(actor, actorName)}</bdi>
    {automatic && ', by a setting of the partner'}
  </>
);

interface Box {
  readonly state: string;
  readonly x: number;
  readonly y: number;
}

/** The moves, without moves back to an earlier state. */
function forwardOf(moves: readonly Move[]): readonly Move[] {
  const kept: Move[] = [];
  const leads = (from: string, to: string): boolean =>
    from === to || kept.some((move) => move.from === from && leads(move.to, to));
  for (const move of moves) if (!leads(move.to, move.from)) kept.push(move);
  return kept;
}

/** A layered graph layout: the longest path to a state is its column, and the longest path of all is the first row. */
function layOut(all: readonly Move[]): ReadonlyMap<string, Box> {
  const moves = forwardOf(all);
  const states = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  const before = (state: string) => moves.filter(({ to }) => to === state).map(({ from }) => from);
  const depths = new Map<string, number>();
  const depthOf = (state: string): number => {
    const known = depths.get(state);
    if (known !== undefined) return known;
    depths.set(state, 0);
    const depth = before(state).reduce((most, from) => Math.max(most, depthOf(from) + 1), 0);
    depths.set(state, depth);
    return depth;
  };
  const last = states.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
  const main = new Set<string>();
  for (let state = last; state !== undefined;) {
    const at: string = state;
    main.add(at);
    state = before(at).find((from) => depthOf(from) === depthOf(at) - 1);
  }
  const beside = states.filter((state) => !main.has(state)).toSorted((a, b) => depthOf(a) - depthOf(b));
  return new Map(
    states.map((state) => [
      state,
      {
        state,
        x: depthOf(state) * (BOX.width + BOX.gapX),
        // Each state that is not on that path has a row of its own, so that no arrow runs behind a box.
        y: main.has(state) ? 0 : (1 + beside.indexOf(state)) * (BOX.height + BOX.gapY),
      },
    ]),
  );
}

function Picture({ moves, history }: { moves: readonly Move[]; history: readonly Change[] }) {
  const boxes = layOut(moves);
  const [start] = boxes.keys();
  const reached = new Map<string, string>();
  const taken = new Set<string>();
  let state = start;
  for (const { event, at } of history) {
    const move = moves.find((each) => each.from === state && each.event === event);
    if (event !== 'SUBMIT' && move === undefined) continue;
    if (move !== undefined) taken.add(`${move.from} ${move.event}`);
    state = move?.to ?? state;
    if (state !== undefined) reached.set(state, at);
  }
  const all = [...boxes.values()];
  const width = Math.max(...all.map(({ x }) => x)) + BOX.width + 2 * MARGIN;
  const height = Math.max(...all.map(({ y }) => y)) + BOX.height + 22;
  return (
    // Focusable, so that the keyboard scrolls it if the window is narrow.
    <div class="machine" role="group" tabIndex={0} aria-label="The possible steps">
      <svg
        viewBox={`${-MARGIN} -2 ${width} ${height}`}
        role="img"
        aria-label={`The way it took: ${[...reached.keys()].map(words).join(', ')}`}
      >
        {moves.map((move) => (
          <Arrow
            key={`${move.from} ${move.event}`}
            move={move}
            boxes={boxes}
            isTaken={taken.has(`${move.from} ${move.event}`)}
          />
        ))}
        {all.map(({ state: name, x, y }) => {
          const at = reached.get(name);
          const mark = name === state ? 'now' : at === undefined ? '' : 'reached';
          return (
            <g key={name} class={`state ${mark}`}>
              <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="8" />
              <text x={x + BOX.width / 2} y={y + BOX.height / 2 + 5}>
                {words(name)}
              </text>
              {at !== undefined && (
                <text class="at" x={x + BOX.width / 2} y={y + BOX.height + 15}>
                  {moment(at)}
                  <title>{at}</title>
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

interface ArrowOptions {
  readonly move: Move;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly isTaken: boolean;
}

function Arrow({ move, boxes, isTaken }: ArrowOptions) {
  const [from, to] = [boxes.get(move.from), boxes.get(move.to)];
  if (from === undefined || to === undefined) return null;
  if (to.x < from.x) return <ArrowBack event={move.event} from={from} to={to} isTaken={isTaken} />;
  const isLevel = from.y === to.y;
  const x1 = from.x + (isLevel ? BOX.width : BOX.width / 2);
  const y1 = from.y + (isLevel ? BOX.height / 2 : BOX.height);
  const x2 = to.x;
  const y2 = to.y + BOX.height / 2;
  const path = isLevel ? `M${x1} ${y1}H${x2 - 6}` : `M${x1} ${y1}C${x1} ${y2} ${x1} ${y2} ${x2 - 6} ${y2}`;
  return (
    <g class={`move ${isTaken ? 'taken' : ''}`}>
      <path d={path} />
      <path class="tip" d={`M${x2 - 8} ${y2 - 4}L${x2 - 1} ${y2}L${x2 - 8} ${y2 + 4}Z`} />
      {isLevel && (
        <text x={(x1 + x2) / 2} y={y1 - 7}>
          {words(move.event)}
        </text>
      )}
    </g>
  );
}

/** Below the arrow that leads forward between the same states. */
function ArrowBack({ event, from, to, isTaken }: { event: string; from: Box; to: Box; isTaken: boolean }) {
  const x1 = from.x;
  const x2 = to.x + BOX.width;
  const y = from.y + BOX.height - 8;
  return (
    <g class={`move ${isTaken ? 'taken' : ''}`}>
      <path d={`M${x1} ${y}H${x2 + 6}`} />
      <path class="tip" d={`M${x2 + 8} ${y - 4}L${x2 + 1} ${y}L${x2 + 8} ${y + 4}Z`} />
      <text x={(x1 + x2) / 2} y={y + 13}>
        {words(event)}
      </text>
    </g>
  );
}
