import type { Kysely } from 'kysely';
import { EVIDENCE_FILE, type Evidence } from '../../../src/contract/entities/closing/evidence.ts';
import { GENESIS, hashedText } from '../../../src/contract/rules/evidence/hash-chain.ts';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { nameOf, readCertificate } from '../../../src/contract/rules/evidence/read-certificate.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import type { Paper, Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { createHash } from 'node:crypto';
import { fullName } from '../../store/account/users.ts';
import { readSigningEvents } from '../../store/deals/packets/signing-events.ts';
import type { SealingKey } from '../../store/sealing.ts';
import type { Tables } from '../../store/tables.ts';
import type { Attachment } from '../paint-pdf.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { certificateDesign, type SealingCertificate } from './certificate-design.ts';

interface Certified {
  readonly uuid: string;
  readonly deal: string;
  readonly paper: Paper;
}

/** Lays out the certificate of completion of a finished packet, and returns it with the evidence file that it refers to. */
export async function certificatePages(
  db: Kysely<Tables>,
  { uuid, deal, paper }: Certified,
  { key, fonts: { fonts, load } }: { key: SealingKey; fonts: ServerFonts },
): Promise<{ sheets: readonly Sheet[]; attachment: Attachment }> {
  const evidence = await readEvidence(db, uuid);
  const actors = evidence.events.flatMap(({ actor }) => actor ?? []);
  const people =
    actors.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['uuid', fullName('users').as('name')])
          .where('uuid', 'in', actors)
          .execute();
  const team = new Map(people.map(({ uuid: user, name }) => [user, name]));
  const design = certificateDesign({ deal, evidence, team, seal: certificateOf(key) });
  const { sheets } = await layoutWithFonts({ design, paper, code: null }, [], {}, fonts, load);
  return {
    sheets,
    attachment: { name: EVIDENCE_FILE, content: hashedText(evidence), description: 'Record of events' },
  };
}

/** Returns the events of a packet up to now, and the end of their chain. */
async function readEvidence(db: Kysely<Tables>, packet: string): Promise<Evidence> {
  const events = await readSigningEvents(db, packet);
  return {
    format: 1,
    packet,
    events,
    head: { count: events.length, hash: events.at(-1)?.hash ?? GENESIS },
  };
}

function certificateOf({ certificate: bytes }: SealingKey): SealingCertificate {
  const certificate = readCertificate(concat([bytes]));
  return {
    name: nameOf(certificate),
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
    isSelfSigned: Buffer.compare(certificate.issuer, certificate.subject) === 0,
  };
}
