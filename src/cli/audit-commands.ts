import type { Command } from 'commander';
import { type Anchor, NO_ANCHOR } from '../audit/anchor.ts';
import type { Finding } from '../audit/findings.ts';
import { noteFounding } from '../audit/founding.ts';
import { checkpointEvents } from '../audit/checkpoint-events.ts';
import { type Verification, verifyTrail } from '../audit/verify.ts';
import { refusal } from '../kernel/errors.ts';
import type { OpenGateway } from '../run/open-gateway.ts';
import type { Session } from './session.ts';

/** `audit verify` and `audit seal`. */
export function addAuditCommands(program: Command, session: Session): void {
  const verified = ({ database, auditKeys, rowMacs }: OpenGateway, anchors: readonly (Anchor | null)[]) =>
    verifyTrail(database.reads, {
      keys: auditKeys,
      rowMacs,
      anchors: anchors.filter((anchor) => anchor !== null),
      progress: session.say,
    });
  const audit = program.command('audit').description('the trail of events and the seals over it');

  audit
    .command('verify')
    .description('tell whether an event, a seal, an API key or a settlement was edited, removed or inserted')
    .option('--expect <number:hash>', 'a seal, as noted from the log, that must still be there', anchorOf)
    .action(async ({ expect = null }: { expect?: Anchor | null }) => {
      const report = await session.use(async (gateway) =>
        verified(gateway, [expect, await gateway.anchors.last()]),
      );
      session.print(report, [
        ['seals', 'sealed', 'unsealed', 'faults', 'last seal'],
        [
          String(report.seals),
          String(report.sealed_events),
          String(report.unsealed_events),
          String(report.faults),
          nameOf(report.head),
        ],
      ]);
      if (report.intact) return;
      session.fail(['The trail is not as the gateway wrote it:', ...report.findings.map(told)]);
    });

  audit
    .command('seal')
    .description('seal what has happened until now, which a running gateway does once a minute')
    .action(async () => {
      const { sealed, fault } = await session.use(async (gateway) => {
        const seals = [];
        let made = await checkpointEvents(gateway);
        for (; made.seal !== null; made = await checkpointEvents(gateway)) {
          seals.push({ number: made.seal.number, hash: made.seal.hash, events: made.seal.events });
          session.say(`Seal ${made.seal.number}: ${made.seal.events} events`);
        }
        return { sealed: seals, fault: made.fault };
      });
      session.print({ seals: sealed }, [
        ['seal', 'events', 'hash'],
        ...sealed.map(({ number, events, hash }) => [String(number), String(events), hash]),
      ]);
      if (fault !== null) session.fail(['Nothing more was sealed:', told(fault)]);
    });

  audit
    .command('accept')
    .description('take a trail that verifies for the right one, after a backup was restored')
    .action(async () => {
      const { report, head } = await session.use((gateway) => accept(gateway, () => verified(gateway, [])));
      session.print({ accepted: report.intact, head, faults: report.faults, findings: report.findings }, [
        ['last seal', 'faults'],
        [nameOf(head), String(report.faults)],
      ]);
      if (report.intact) return;
      session.fail(['The trail was not accepted:', ...report.findings.map(told)]);
    });
}

const nameOf = (seal: Anchor | null) => (seal === null ? 'none' : `${seal.number}:${seal.hash}`);

/** Notes the last seal of a trail that verifies, whatever was noted before, and that its records were founded. */
async function accept(
  { database, auditKeys, anchors, clock }: OpenGateway,
  verify: () => Promise<Verification>,
) {
  const found = await verify();
  const findings = found.findings.filter(({ fault }) => fault !== 'founding_lost');
  const faults = found.faults - (found.findings.length - findings.length);
  const report = { ...found, findings, faults, intact: faults === 0 };
  if (report.intact) {
    await noteFounding(database.writes, auditKeys, clock());
    await anchors.replace(found.head ?? NO_ANCHOR);
  }
  return { report, head: found.head };
}

const told = ({ says }: Finding) => `- ${says}`;

function anchorOf(text: string): Anchor {
  const [, number = '', hash = ''] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== '') return { number: Number(number), hash };
  const says = 'must be the number of a seal, a colon and its hash';
  throw refusal('parameter_invalid', says, { path: ['expect'] });
}
