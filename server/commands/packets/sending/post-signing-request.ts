import { LINK_MS } from '../../../../src/contract/rules/signing/packets/link-lifetime.ts';
import { signingRequestMail, type SigningRequest } from '../../../mail/kinds/signing-request.ts';
import { postMail } from '../../../mail/post-mail.ts';
import type { SignedInUser } from '../../../store/account/users.ts';
import type { RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { addLink } from '../../../store/deals/packets/signing-links.ts';
import { readPacketDocuments } from './packet-documents.ts';

/**
 * Emails the links of sent packets: one email, with a link for each of them.
 * @param packets at least one, all for the same person and with the same message
 */
export async function postSigningRequest(
  { tx, deal, now, services }: DealWrite,
  packets: readonly [RowOf<'packets'>, ...RowOf<'packets'>[]],
  sender: SignedInUser,
): Promise<void> {
  const [{ signatory, message, sent_to: address }] = packets;
  const { full_name: name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', signatory)
    .executeTakeFirstOrThrow();
  const links: SigningRequest['links'][number][] = [];
  for (const packet of packets.toSorted((one, other) => Number(one.needs_paper) - Number(other.needs_paper)))
    links.push({
      token: await addLink(tx, packet, now),
      expiresAt: packet.expires_at ?? new Date(now.getTime() + LINK_MS),
      documents: (await readPacketDocuments(tx, packet.uuid)).map((document) => document.name),
      isOnPaper: packet.needs_paper,
      needsCode: packet.access_code_hash !== null,
    });
  const firm = sender.organization_name;
  const mail = signingRequestMail(
    {
      name,
      by: `${sender.first_name} ${sender.last_name}`,
      firm,
      deal: deal.name,
      message,
      instructions: deal.signing_instructions,
      links,
    },
    services.settings.publicUrl,
  );
  const uuids = packets.map(({ uuid }) => uuid);
  const to = { name, address: address ?? '', user: null, organization: deal.organization, packets: uuids };
  await postMail(services, tx, to, mail, { sender: { firm, address: sender.email } });
}
