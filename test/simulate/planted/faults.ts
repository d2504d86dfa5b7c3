import type { Fault } from '../machine/faults.ts';
import type { Name } from '../people/cast.ts';

/** A fault that is put into a copy of the sources, to see that some world finds it. */
export interface Planted {
  readonly name: string;
  /** Worlds without one of these people or faults do not find it, so they are not played. */
  readonly needs?: readonly (Name | Fault)[];
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

export const PLANTED: readonly Planted[] = [
  {
    name: 'the lost answer of a commit counts as a failure',
    needs: ['lotus', 'lost commit'],
    edits: [
      {
        file: 'src/pipeline/command.ts',
        from: 'await database.transaction(run, account);',
        to: 'await database.transaction(run, account).catch(() => database.transaction(run, account));',
      },
    ],
  },
  {
    name: 'the bytes of a file are not synced',
    needs: ['acme', 'power failure'],
    edits: [{ file: 'src/engine/blob/drivers/file.ts', from: '    await handle.sync();\n', to: '' }],
  },
  {
    name: 'the lock of an idempotency key is taken after the look-up',
    needs: ['acme', 'sent twice'],
    edits: [
      {
        file: 'src/pipeline/command.ts',
        from: 'const kept = replayed(await ledger.findOrFree(db, keyed, foundation.clock()));',
        to: 'const kept = known;',
      },
    ],
  },
  {
    name: 'a counter is written in a transaction of its own',
    edits: [
      {
        file: 'src/pipeline/context.ts',
        from: 'await addToCounters(db, counterShards, counts);',
        to: 'void foundation.database.transaction((own) => addToCounters(own, counterShards, counts)).catch(() => {});',
      },
    ],
  },
  {
    name: 'the relay trusts the order of ids',
    edits: [
      {
        file: 'src/trail/positions/give-positions.ts',
        from: 'own.map(({ row: { number, traceparent }, event }) => ({ number, event, traceparent })),',
        to: 'own.map(({ row: { number, traceparent }, event }) => ({ number, event, traceparent })).toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1)),',
      },
      {
        file: 'src/trail/positions/give-positions.ts',
        from: 'read.genuine.map(fedOf)',
        to: 'read.genuine.map(fedOf).toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1))',
      },
    ],
  },
  {
    name: 'a response is replayed from memory',
    edits: [
      {
        file: 'src/pipeline/idempotency/idempotency.ts',
        from: '  const hasRow = createLookUps();\n',
        to: '  const hasRow = createLookUps();\n  const remembered = new Map();\n',
      },
      {
        file: 'src/pipeline/idempotency/idempotency.ts',
        from: '      if (!(await hasRow(db, request))) return null;\n',
        to: '      const kept = remembered.get(idempotencyLockName(request));\n      if (kept !== undefined) return kept;\n      if (!(await hasRow(db, request))) return null;\n',
      },
      {
        file: 'src/pipeline/idempotency/idempotency.ts',
        from: '      const { owner, key, fingerprints } = request;\n',
        to: '      const { owner, key, fingerprints } = request;\n      remembered.set(idempotencyLockName(request), result);\n',
      },
    ],
  },
  {
    name: 'a repayment is allocated from the balance that this process left behind',
    edits: [
      {
        file: 'src/nouns/repayment/receive-repayment.ts',
        from: '  const { allocation, ...changed } = await changeServicing(context, serviced, repaymentFact(receipt), among);\n',
        to: '  const own = balances.get(context.rowMacs) ?? new Map();\n  balances.set(context.rowMacs, own);\n  const now = serviced.servicing;\n  const principal_outstanding = own.get(now?.id) ?? now?.principal_outstanding;\n  const known = { ...serviced, servicing: now && { ...now, principal_outstanding } };\n  const { allocation, ...changed } = await changeServicing(context, known, repaymentFact(receipt), among);\n  own.set(now?.id, changed.servicing.principal_outstanding);\n',
      },
      {
        file: 'src/nouns/repayment/receive-repayment.ts',
        from: '/** Money that came. */\n',
        to: 'const balances = new WeakMap();\n/** Money that came. */\n',
      },
    ],
  },
  {
    name: 'the second person is told from the first by the key',
    edits: [
      {
        file: 'src/nouns/approval/approve.ts',
        from: '  if (await isAmong(context, person, [row.maker]))\n',
        to: "  if (Reflect.get(context.caller, 'keyId') === row.maker)\n",
      },
    ],
  },
  {
    name: 'a webhook counts as sent before it is sent',
    edits: [
      {
        file: 'src/nouns/webhook/sending/attempt-delivery.ts',
        from: '  const result = await outbound.post({ url: endpoint.url, headers, body, traceParent });\n',
        to: "  void outbound.post({ url: endpoint.url, headers, body, traceParent });\n  const result = { outcome: 'ok', status: 200, durationMs: 0, excerpt: '', retryAfterSeconds: null } as const;\n",
      },
    ],
  },
  {
    name: 'the sweep does not know which files were adopted',
    needs: ['acme'],
    edits: [
      {
        file: 'src/engine/blob/orphan-blobs.ts',
        from: "  const adopted = await db\n    .deleteFrom('orphan_blob')\n",
        to: "  const adopted = await db\n    .updateTable('orphan_blob')\n    .set({ state: ADOPTABLE })\n",
      },
      {
        file: 'src/engine/blob/orphan-blobs.ts',
        from: 'if (adopted.numDeletedRows !==',
        to: 'if (adopted.numUpdatedRows !==',
      },
    ],
  },
  {
    name: 'the signature of a token is not verified',
    needs: ['dana', 'issuer lies'],
    edits: [
      {
        file: 'src/nouns/session/oidc/oidc-metadata.ts',
        from: 'execute: [...insecure, enableNonRepudiationChecks],',
        to: 'execute: insecure,',
      },
    ],
  },
  {
    name: 'a person who is no member any more keeps the scopes',
    needs: ['dana'],
    edits: [
      {
        file: 'src/nouns/session/oidc/oidc-sign-in.operations.ts',
        from: 'const scopes = is_partial ?',
        to: 'const scopes = is_partial || person.scopes.length === 0 ?',
      },
    ],
  },
];
