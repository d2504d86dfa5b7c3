import { z } from 'zod';
import { type Anchor, NO_ANCHOR } from '../../../trail/checkpoint/anchor.ts';
import { checkpointEvents } from '../../../trail/checkpoint/checkpoint-events.ts';
import type { Finding } from '../../../trail/checkpoint/findings.ts';
import { verifyTrail } from '../../audit/verify.ts';
import type { OpenGateway } from '../../open/open-gateway.ts';
import { USE_DATABASE } from '../../open/open-rights.ts';
import { recordTable, rowsTable } from '../output/tables.ts';
import type { Session } from '../session/session.ts';
import { command } from './command.ts';

const ANCHOR = /^([1-9]\d{0,9}):([0-9a-f]{64})$/;

export default {
  says: 'the trail of events and the checkpoints over it',
  commands: [
    command({
      name: 'verify',
      says: 'check whether an event, a checkpoint, an API key, an operator, a settlement or an entry of the journal was edited, removed or inserted',
      takes: z.strictObject({
        expect: z
          .string()
          .regex(ANCHOR, 'must be the number of a checkpoint, a colon and its hash')
          .optional()
          .describe('A checkpoint that must still exist, as number:hash from the log.'),
      }),
      async run(session, { expect = '' }) {
        const [, number, hash] = ANCHOR.exec(expect) ?? [];
        const expected = hash === undefined ? null : { number: Number(number), hash };
        const report = await session.use(
          async (gateway) => verifiedTrail(gateway, session, [expected, await gateway.anchors.last()]),
          USE_DATABASE,
        );
        const { checkpoints, checkpointed_events: events, waiting_events: waiting, faults, head } = report;
        session.print(report, recordTable({ checkpoints, events, waiting, faults, last: nameOf(head) }));
        if (!report.intact)
          session.fail(['The trail is not as the gateway wrote it:', ...report.findings.map(lineOf)]);
      },
    }),
    command({
      name: 'checkpoint',
      says: 'make checkpoints over all events until now (a running gateway does so once a minute)',
      takes: z.strictObject({}),
      async run(session) {
        const made: { number: number; events: number; hash: string }[] = [];
        const fault = await session.use(async (gateway) => {
          let result = await checkpointEvents(gateway);
          for (; result.checkpoint !== null; result = await checkpointEvents(gateway)) {
            const { number, hash, events } = result.checkpoint;
            made.push({ number, hash, events });
            session.say(`Checkpoint ${number}: ${events} events`);
          }
          return result.fault;
        }, USE_DATABASE);
        const table = rowsTable(made, [['checkpoint', ({ number }) => number], 'events', 'hash']);
        session.print({ checkpoints: made }, table);
        if (fault !== null) session.fail(['No further checkpoint was made:', lineOf(fault)]);
      },
    }),
    command({
      name: 'accept',
      says: 'accept a restored trail as the right one, if it verifies',
      takes: z.strictObject({}),
      async run(session) {
        const { intact, faults, findings, head } = await session.use(async (gateway) => {
          const report = await verifiedTrail(gateway, session, []);
          if (report.intact) {
            await gateway.anchors.replace(report.head ?? NO_ANCHOR);
            await gateway.progress.accept();
          }
          return report;
        }, USE_DATABASE);
        const table = recordTable({ 'last checkpoint': nameOf(head), faults });
        session.print({ accepted: intact, head, faults, findings }, table);
        if (!intact) session.fail(['The trail was not accepted:', ...findings.map(lineOf)]);
      },
    }),
  ],
};

/** Verifies the trail; it must still contain these anchors. */
export function verifiedTrail(gateway: OpenGateway, session: Session, anchors: readonly (Anchor | null)[]) {
  session.yieldToGateways();
  return verifyTrail(gateway.database.reads, {
    ...gateway,
    keys: gateway.auditKeys,
    formerKeys: gateway.formerAuditKeys,
    anchors: anchors.filter((anchor) => anchor !== null),
    progress: session.progress,
  });
}

const nameOf = (anchor: Anchor | null) => (anchor === null ? 'none' : `${anchor.number}:${anchor.hash}`);
const lineOf = ({ says }: Finding) => `- ${says}`;
