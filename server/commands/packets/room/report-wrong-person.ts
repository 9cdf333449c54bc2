import type * as z from 'zod';
import type { delegatedSchema } from '../../../../src/contract/entities/signing/signing-room.ts';
import { emailProblem } from '../../../../src/contract/rules/signing/signatories/email-address.ts';
import { invalid } from '../../../refusal.ts';
import { changeRow, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { readPagesToSign } from '../../../store/deals/packets/pages-to-sign.ts';
import { endTrust } from '../../../store/deals/packets/signing-devices.ts';
import { appendSigningEvent } from '../../../store/deals/packets/signing-events.ts';
import { notifyOfPacket } from '../notify-of-packet.ts';
import type { Signing } from './sign-packet.ts';

/**
 * Records that the packet isn't for the holder of its link, and who should sign instead. The link no longer
 * opens it, and the signatory's devices are no longer trusted. Nothing is sent to anybody: the team decides.
 * @throws {Refusal} `invalid` once a page is signed, or if nobody can have that email address
 */
export async function reportWrongPerson(
  { scope, packet, by }: Signing,
  { name = '', email = '', note = '' }: Pick<z.output<typeof delegatedSchema>, 'name' | 'email' | 'note'>,
): Promise<void> {
  const { tx, now, stamp } = scope;
  const problem = email === '' ? null : emailProblem(email);
  if (problem !== null) throw invalid(problem, 'email');
  const pages = await readPagesToSign(tx, packet.uuid);
  if (pages.some(({ isSigned }) => isSigned))
    throw invalid('You have already signed a page. If the others aren’t for you, decline to sign.');
  const wrong_person = JSON.stringify({ name, email, note, at: now.toISOString() });
  await changeRow(tx, 'packets', packet.uuid, { wrong_person, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['wrong_person'] });
  await endTrust(tx, packet, now);
  await appendSigningEvent(scope, packet.uuid, { kind: 'delegated', by, details: { name, email, note } });
  await notifyOfPacket(scope, packet, 'delegated');
}

/**
 * Reopens the packets whose signatory had said that they weren't for them. The signatory consents and chooses a signature
 * again.
 */
export async function reopenForSignatory(
  scope: DealWrite,
  packets: readonly RowOf<'packets'>[],
): Promise<void> {
  for (const { uuid } of packets.filter(({ wrong_person }) => wrong_person !== null)) {
    await changeRow(scope.tx, 'packets', uuid, {
      wrong_person: null,
      consented_at: null,
      consent_version: null,
      adopted: null,
      ...scope.stamp,
    });
    scope.put('packets', uuid, { fields: ['wrong_person'] });
  }
}
