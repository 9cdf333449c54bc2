import type { Failure } from '../../docusign/send-request.ts';
import type { SharedDelay } from '../../auth/shared-delay.ts';
import { viewsOf } from '../../auth/signing-limits.ts';
import { invalid, Refusal, tooMany } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readPacketEnvelope } from '../../store/deals/packets/docusign-envelopes.ts';
import type { LinkHolder } from '../../store/deals/packets/link-holder.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/packets/signing-events.ts';
import { writeByLink, type Signing } from '../packets/room/sign-packet.ts';

/** Where DocuSign sends the browser afterward. It doesn't contain the link, because the team can read the address in DocuSign's logs. */
const RETURN_PATH = '/sign/return';

/**
 * Returns the address at which the holder of a link signs at DocuSign. It works once, for five minutes, so it is requested
 * when they go there, and is never stored.
 * @throws {Refusal} `not_found` for an unknown link; `invalid` if there is nothing to sign there; `too_many_requests`;
 * `unavailable`
 */
export async function openRecipientView(
  services: Services,
  delay: SharedDelay,
  { holder, by }: { holder: LinkHolder; by: SigningActor },
): Promise<string> {
  const { db, docusign, settings } = services;
  const opened: Signing['packet'][] = [];
  // This is where the signatory leaves for DocuSign, so it is the first act of their device.
  const act = { holder, command: 'signing.recipient_view', by, inStates: ['elsewhere'] as const };
  await writeByLink(services, act, async ({ packet }) => void opened.push(packet));
  const [packet] = opened;
  if (!packet) throw invalid('There is nothing to sign in DocuSign. Reload the page.');
  const ours = await readPacketEnvelope(db, packet.uuid);
  if (!docusign || !ours || ours.envelope_id === null)
    throw new Refusal('unavailable', 'Your pages aren’t ready in DocuSign yet. Try again in a minute.');
  const wait = await delay.count([viewsOf(packet.uuid)]);
  if (wait > 0) throw tooMany('You’ve opened DocuSign several times in a row.', Math.ceil(wait / 1000));
  const view = await docusign.openView(ours.envelope_id, {
    name: ours.signer_name,
    email: packet.sent_to ?? '',
    clientUserId: packet.uuid,
    returnUrl: `${settings.publicUrl}${RETURN_PATH}`,
  });
  if (view.kind !== 'ok') throw refusalOf(view);
  // What DocuSign reports later doesn't say which device was used.
  await writeByLink(services, act, async ({ scope }) =>
    appendSigningEvent(scope, packet.uuid, { kind: 'envelope_opened', by }),
  );
  return view.value;
}

function refusalOf(failure: Failure): Refusal {
  switch (failure.kind) {
    case 'rejected':
      return invalid(`DocuSign couldn’t open your pages: ${failure.sentence} Tell the sender.`);
    case 'limited':
      return new Refusal('unavailable', 'DocuSign is limiting requests right now. Try again later.');
    case 'retry':
    case 'consent_required':
      return new Refusal('unavailable', 'DocuSign can’t be reached at the moment. Try again in a minute.');
  }
}
