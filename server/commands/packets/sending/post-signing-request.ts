import { signingRequestMail } from '../../../mail/kinds/signing-request.ts';
import { postMail } from '../../../mail/post-mail.ts';
import type { SignedInUser } from '../../../store/account/users.ts';
import type { RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { addLink, LINK_MS } from '../../../store/deals/packets/signing-links.ts';

/** Emails the link of a sent packet to its signatory. */
export async function postSigningRequest(
  { tx, deal, now, services }: DealWrite,
  packet: RowOf<'packets'>,
  sender: SignedInUser,
): Promise<void> {
  const { full_name: name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const mail = signingRequestMail(
    {
      name,
      by: `${sender.first_name} ${sender.last_name}`,
      firm: sender.organization_name,
      deal: deal.name,
      message: packet.message,
      instructions: deal.signing_instructions,
      token: await addLink(tx, packet, now),
      needsCode: packet.access_code_hash !== null,
      isOnPaper: packet.needs_paper,
      expiresAt: packet.expires_at ?? new Date(now.getTime() + LINK_MS),
    },
    services.settings.publicUrl,
  );
  const address = packet.sent_to ?? '';
  const to = { name, address, user: null, organization: deal.organization, packets: [packet.uuid] };
  await postMail(services, tx, to, mail, {
    sender: { firm: sender.organization_name, address: sender.email },
  });
}
