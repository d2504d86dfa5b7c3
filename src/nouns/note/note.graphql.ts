import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { argumentsFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { defineNestedPage } from '../../pipeline/graphql-kit/nested-page.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { listArguments, pageArgs, pageArguments } from '../../pipeline/graphql-kit/page-arguments.ts';
import { commandField, idArgument } from '../../pipeline/graphql-kit/run-operation.ts';
import { CustomerObject } from '../customer/customer.graphql.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import { AddNoteInput, NOTE_SIZE } from './note.input.ts';
import { addNote, countNotes, listNotes } from './note.operations.ts';
import type { NoteView } from './note.present.ts';

const pagesOf = defineNestedPage({
  list: listNotes,
  count: countNotes,
  parents: 'about',
  idName: 'note_id',
});

/** What operators write about settlements and customers: the lists, and the mutation that adds a note. */
export function defineNotes(builder: Builder): void {
  const note = defineType(builder);
  const list = {
    type: defineConnection(builder, 'Note', note),
    nullable: true,
    description: 'What operators wrote about it, the newest first.',
    args: builder.args(pageArgs),
    validate: listArguments('not', listNotes).validate,
    extensions: { ...operatorOnly, ...runs(listNotes, countNotes) },
  } as const;
  builder.objectField(SettlementObject, 'notes', (t) =>
    t.field({
      ...list,
      resolve: ({ funding_id }, args, context) => pagesOf(context, funding_id, pageArguments(args)),
    }),
  );
  builder.objectField(CustomerObject, 'notes', (t) =>
    t.field({
      ...list,
      resolve: ({ customer_id }, args, context) => pagesOf(context, customer_id, pageArguments(args)),
    }),
  );
  builder.mutationField('addNote', (t) =>
    t.field({
      type: note,
      description:
        'Adds a note to a settlement or a customer. No one can change or remove it, and no partner sees it. For operators.',
      args: {
        id: t.arg.id({ required: true, description: 'The id of the settlement or of the customer.' }),
        ...argumentsFromZod(builder, AddNoteInput),
      },
      ...commandField(addNote, (args) => ({
        ids: { about: idArgument(args, 'id') },
        input: { text: args['text'] },
      })),
    }),
  );
}

const defineType = (builder: Builder) =>
  builder.objectRef<NoteView>('Note').implement({
    description: 'What an operator wrote about a settlement or a customer.',
    fields: (t) => ({
      noteId: t.exposeID('note_id', { description: 'The id of the note, which begins with `not_`.' }),
      text: t.exposeString('text', { description: 'What the operator wrote.', extensions: upTo(NOTE_SIZE) }),
      actorName: t.string(
        nameOf(
          'actor',
          'The name of the person who wrote it; if the key belongs to no person, the name of the key.',
        ),
      ),
      createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it was written, in UTC.' }),
      damaged: t.exposeBoolean('is_damaged', {
        description:
          'Whether its record is not as the gateway wrote it. Then it shows no text and no author.',
      }),
    }),
  });
