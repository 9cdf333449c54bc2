import type { Failure } from '../../docusign/send-request.ts';
import { invalid, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readPacketEnvelope } from '../../store/deals/docusign-envelopes.ts';
import type { LinkHolder } from '../../store/deals/link-holder.ts';
import type { SigningActor } from '../../store/deals/signing-events.ts';
import { signingUrl } from '../../mail/kinds/signing-request.ts';
import { writeByLink, type Signing } from '../packets/sign-packet.ts';

/**
 * Returns the address at which the holder of a link signs at DocuSign. It works once, for five minutes, so it is asked for when they go
 * there, and is never stored.
 * @throws {Refusal} `not_found` for an unknown link; `invalid` if there is nothing to sign there; `unavailable`
 */
export async function openRecipientView(
  services: Services,
  holder: LinkHolder,
  by: SigningActor,
): Promise<string> {
  const { db, docusign, settings } = services;
  const opened: Signing[] = [];
  // Whoever signs is elsewhere from here, so this is the first act of their device.
  const act = { holder, command: 'signing.recipient_view', by, inStates: ['elsewhere'] as const };
  await writeByLink(services, act, async (signing) => void opened.push(signing));
  const packet = opened[0]?.packet;
  if (!packet) throw invalid('There is nothing to sign in DocuSign. Reload the page.');
  const ours = await readPacketEnvelope(db, packet.uuid);
  if (!docusign || !ours || ours.envelope_id === null)
    throw new Refusal('unavailable', 'Your pages aren’t ready in DocuSign yet. Try again in a minute.');
  const view = await docusign.openView(ours.envelope_id, {
    name: ours.signer_name,
    email: packet.sent_to ?? '',
    clientUserId: packet.uuid,
    returnUrl: signingUrl(holder.token, settings.publicUrl),
  });
  if (view.kind !== 'ok') throw refusalOf(view);
  return view.value;
}

function refusalOf(failure: Failure): Refusal {
  return failure.kind === 'rejected'
    ? invalid(`DocuSign couldn’t open your pages: ${failure.sentence} Tell the sender.`)
    : new Refusal('unavailable', 'DocuSign can’t be reached at the moment. Try again in a minute.');
}
