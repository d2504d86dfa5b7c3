import type { Command } from 'commander';
import { type Anchor, NO_ANCHOR } from '../../../trail/checkpoint/anchor.ts';
import type { Finding } from '../../../trail/checkpoint/findings.ts';
import { checkpointEvents } from '../../../trail/checkpoint/checkpoint-events.ts';
import { type Verification, verifyTrail } from '../../audit/verify.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { OpenGateway } from '../../open/open-gateway.ts';
import { USE_DATABASE } from '../../open/open-rights.ts';
import type { Session } from '../session/session.ts';

/** `audit verify`, `audit checkpoint` and `audit accept`. */
export function addAuditCommands(program: Command, session: Session): void {
  const audit = program
    .command('audit')
    .description('the trail of events and the checkpoints over it')
    .helpCommand(false);
  audit
    .command('verify')
    .description(
      'check whether an event, a checkpoint, an API key, an operator or a settlement was edited, removed or inserted',
    )
    .option(
      '--expect <number:hash>',
      'a checkpoint, as noted from the log, that must still be there',
      anchorOf,
    )
    .action(({ expect = null }: { expect?: Anchor | null }) => verify(session, expect));
  audit
    .command('checkpoint')
    .description('make checkpoints over all events until now, which a running gateway does once a minute')
    .action(() => makeCheckpoints(session));
  audit
    .command('accept')
    .description('accept the trail as the right one, if it verifies, after a backup was restored')
    .action(() => acceptTrail(session));
}

async function verify(session: Session, expected: Anchor | null): Promise<void> {
  const report = await session.use(
    async (gateway) => verified(gateway, session, [expected, await gateway.anchors.last()]),
    USE_DATABASE,
  );
  session.print(report, [
    ['checkpoints', 'events', 'waiting', 'faults', 'last'],
    [
      String(report.checkpoints),
      String(report.checkpointed_events),
      String(report.waiting_events),
      String(report.faults),
      nameOf(report.head),
    ],
  ]);
  if (report.intact) return;
  session.fail(['The trail is not as the gateway wrote it:', ...report.findings.map(lineOf)]);
}

async function makeCheckpoints(session: Session): Promise<void> {
  const { made, fault } = await session.use(async (gateway) => {
    const checkpoints = [];
    let result = await checkpointEvents(gateway);
    for (; result.checkpoint !== null; result = await checkpointEvents(gateway)) {
      const { number, hash, events } = result.checkpoint;
      checkpoints.push({ number, hash, events });
      session.say(`Checkpoint ${number}: ${events} events`);
    }
    return { made: checkpoints, fault: result.fault };
  }, USE_DATABASE);
  session.print({ checkpoints: made }, [
    ['checkpoint', 'events', 'hash'],
    ...made.map(({ number, events, hash }) => [String(number), String(events), hash]),
  ]);
  if (fault !== null) session.fail(['No further checkpoint was made:', lineOf(fault)]);
}

async function acceptTrail(session: Session): Promise<void> {
  const { report, head } = await session.use(
    (gateway) => accept(gateway, () => verified(gateway, session, [])),
    USE_DATABASE,
  );
  const { intact, faults, findings } = report;
  session.print({ accepted: intact, head, faults, findings }, [
    ['last checkpoint', 'faults'],
    [nameOf(head), String(faults)],
  ]);
  if (intact) return;
  session.fail(['The trail was not accepted:', ...findings.map(lineOf)]);
}

const verified = (
  { database, auditKeys, formerAuditKeys, ...gateway }: OpenGateway,
  session: Session,
  anchors: readonly (Anchor | null)[],
) =>
  verifyTrail(database.reads, {
    ...gateway,
    keys: auditKeys,
    formerKeys: formerAuditKeys,
    anchors: anchors.filter((anchor) => anchor !== null),
    progress: session.say,
  });

const nameOf = (anchor: Anchor | null) => (anchor === null ? 'none' : `${anchor.number}:${anchor.hash}`);

/** If the trail verifies, notes its last checkpoint in place of the noted one. */
async function accept({ anchors, progress }: OpenGateway, verifyNow: () => Promise<Verification>) {
  const report = await verifyNow();
  if (report.intact) {
    await anchors.replace(report.head ?? NO_ANCHOR);
    await progress.accept();
  }
  return { report, head: report.head };
}

const lineOf = ({ says }: Finding) => `- ${says}`;

function anchorOf(text: string): Anchor {
  const [, number = '', hash = ''] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== '') return { number: Number(number), hash };
  const says = 'must be the number of a checkpoint, a colon and its hash';
  throw refusal('parameter_invalid', says, { path: ['expect'] });
}
