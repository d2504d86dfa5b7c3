import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  letrec,
  oneof,
  record,
  tuple,
} from 'fast-check';

/** Makes a value; each run of an operation makes its own. */
type Recipe = () => unknown;

const fails = (how: string): never => {
  throw new Error(how);
};

async function later(ticks: number, make: Recipe): Promise<unknown> {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
  return make();
}

/** Properties that may be missing, throw when they are read, or have to be called. */
function objectOf(members: Readonly<Record<string, Recipe | undefined>>): object {
  const object = {};
  for (const [name, make] of Object.entries(members)) {
    if (make === undefined) continue;
    if (make === THROWS) Object.defineProperty(object, name, { get: () => fails(`reading ${name}`) });
    else Object.defineProperty(object, name, { value: make(), enumerable: true });
  }
  return object;
}

const THROWS: Recipe = () => fails('when made');

function* oneByOne(items: readonly Recipe[]) {
  for (const make of items) yield make();
}

const ticks = integer({ min: 0, max: 4 });

/** A value, a promise of it, or a promise that rejects. */
function anyhow(value: Arbitrary<Recipe>): Arbitrary<Recipe> {
  return oneof(
    { weight: 6, arbitrary: value },
    {
      weight: 3,
      arbitrary: tuple(ticks, value).map(
        ([count, make]): Recipe =>
          () =>
            later(count, make),
      ),
    },
    {
      weight: 1,
      arbitrary: ticks.map((count): Recipe => () => {
        const rejected = later(count, () => fails(`after ${count}`));
        // A field that is not selected leaves it alone.
        rejected.catch(() => {});
        return rejected;
      }),
    },
    {
      weight: 1,
      arbitrary: constantFrom<Recipe>(
        () => null,
        () => undefined,
        () => new Error('A value that is an error.'),
        () => () => 'called',
        () => () => fails('when called'),
        THROWS,
      ),
    },
    {
      weight: 1,
      arbitrary: value.map((make): Recipe => () => ({
        // A promise of another kind is what this is.
        then: (resolve: (value: unknown) => void) => resolve(make()),
      })),
    },
  );
}

const always =
  (value: unknown): Recipe =>
  () =>
    value;

const leaf = oneof(
  constantFrom('text', '', 'red', 'blue', 'green', 'lost', 'refused').map(always),
  integer().map(always),
  double().map(always),
  boolean().map(always),
  constant<Recipe>(() => ({ free: [1, { json: true }] })),
);

const kinds = constantFrom('Thing', 'Thing', 'Other', 'Other', 'Nothing', 'String', 'Either');

const { thing: anyThing } = letrec<{ thing: Recipe; list: Recipe }>((tie) => ({
  thing: anyhow(
    record(
      {
        text: anyhow(oneof(constant(always('text')), leaf)),
        count: anyhow(oneof(constant(always(1)), leaf)),
        colour: anyhow(oneof(constant(always('red')), leaf)),
        whim: anyhow(leaf),
        same: anyhow(leaf),
        tags: anyhow(array(anyhow(leaf), { maxLength: 3 }).map((items) => () => items.map(remade))),
        child: tie('thing'),
        list: tie('list'),
        kind: oneof(
          kinds.map(always),
          tuple(ticks, kinds).map(
            ([count, kind]) =>
              () =>
                later(count, always(kind)),
          ),
        ),
      },
      { requiredKeys: ['kind'] },
    ).map(
      (members): Recipe =>
        () =>
          objectOf(members),
    ),
  ),
  list: anyhow(
    tuple(array(tie('thing'), { maxLength: 3 }), constantFrom('array', 'iterable', 'text')).map(
      ([items, form]): Recipe =>
        () => {
          if (form === 'array') return items.map(remade);
          if (form === 'iterable') return oneByOne(items);
          return 'not a list';
        },
    ),
  ),
}));

/** An item that cannot be made is in its list as its error. */
function remade(make: Recipe): unknown {
  return make === THROWS ? new Error('An item that is an error.') : make();
}

export { anyThing };
