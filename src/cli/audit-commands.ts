import type { Command } from 'commander';
import type { Finding } from '../audit/findings.ts';
import { sealEvents } from '../audit/seal-events.ts';
import { verifyTrail } from '../audit/verify.ts';
import type { Anchor } from '../audit/verify-seals.ts';
import { refusal } from '../kernel/errors.ts';
import type { Session } from './session.ts';

/** `audit verify` and `audit seal`. */
export function addAuditCommands(program: Command, session: Session): void {
  const audit = program.command('audit').description('the trail of events and the seals over it');

  audit
    .command('verify')
    .description('tell whether an event or a seal was edited, removed or inserted; changes nothing')
    .option('--expect <number:hash>', 'a seal, as noted from the log, that must still be there', anchorOf)
    .action(async ({ expect = null }: { expect?: Anchor | null }) => {
      const report = await session.use(({ database, auditKeys }) =>
        verifyTrail(database.reads, { keys: auditKeys, expect, progress: session.say }),
      );
      session.print(report, [
        ['seals', 'sealed', 'unsealed', 'faults', 'last seal'],
        [
          String(report.seals),
          String(report.sealed_events),
          String(report.unsealed_events),
          String(report.faults),
          report.head === null ? 'none' : `${report.head.number}:${report.head.hash}`,
        ],
      ]);
      if (report.intact) return;
      session.fail(['The trail is not as the gateway wrote it:', ...report.findings.map(told)]);
    });

  audit
    .command('seal')
    .description('seal what has happened until now, which a running gateway does once a minute')
    .action(async () => {
      const sealed = await session.use(async (gateway) => {
        const seals = [];
        for (let made = await sealEvents(gateway); made.seal !== null; made = await sealEvents(gateway)) {
          seals.push({ number: made.seal.number, hash: made.seal.hash, events: made.seal.events });
          session.say(`Seal ${made.seal.number}: ${made.seal.events} events`);
        }
        return seals;
      });
      session.print({ seals: sealed }, [
        ['seal', 'events', 'hash'],
        ...sealed.map(({ number, events, hash }) => [String(number), String(events), hash]),
      ]);
    });
}

const told = ({ says }: Finding) => `- ${says}`;

function anchorOf(text: string): Anchor {
  const [, number = '', hash = ''] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== '') return { number: Number(number), hash };
  const says = 'must be the number of a seal, a colon and its hash';
  throw refusal('parameter_invalid', says, { path: ['expect'] });
}
