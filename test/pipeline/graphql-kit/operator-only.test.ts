import { graphql } from 'graphql';
import { expect, test } from 'vitest';
import { createBuilder } from '../../../src/pipeline/graphql-kit/builder.ts';
import { guardOperatorFields, operatorOnly } from '../../../src/pipeline/graphql-kit/operator-only.ts';
import { faultOf } from '../../../src/api/graphql/errors/present-error.ts';

/** A schema with a note that only operators may read, and how often it was read. */
function openNote(nullable: boolean) {
  const builder = createBuilder();
  const read: string[] = [];
  builder.mutationField('touch', (t) => t.boolean({ resolve: () => true }));
  builder.queryFields((t) => ({
    open: t.string({ resolve: () => 'open' }),
    note: t.string({
      nullable,
      description: 'What was thought.',
      extensions: operatorOnly,
      resolve: () => {
        read.push('note');
        return 'note';
      },
    }),
  }));
  const schema = guardOperatorFields(builder.toSchema());
  const ask = (role: 'partner' | 'operator') =>
    graphql({ schema, source: '{ open note }', contextValue: { caller: { role } } });
  return { schema, read, ask };
}

test('a field for operators only is read for an operator', async () => {
  const { ask } = openNote(true);
  expect(await ask('operator')).toEqual({ data: { open: 'open', note: 'note' } });
});

test('it is null and permission_denied for a partner, and not read at all', async () => {
  const { ask, read } = openNote(true);
  const { data, errors = [] } = await ask('partner');
  expect(data).toEqual({ open: 'open', note: null });
  expect(errors.map((error) => faultOf(error).code)).toEqual(['permission_denied']);
  expect(read).toEqual([]);
});

test('its description says that it is for operators', () => {
  const field = openNote(true).schema.getQueryType()?.getFields()['note'];
  expect(field?.description).toBe('What was thought. For operators only.');
});

test('a field that is not nullable is refused when the schema is made', () => {
  expect(() => openNote(false)).toThrow('Query.note is for operators only and must be nullable.');
});
