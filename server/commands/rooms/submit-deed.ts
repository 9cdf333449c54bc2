import type * as z from 'zod';
import type { deedSubmissionSchema } from '../../../src/contract/entities/signing/signing-room.ts';
import { invalid } from '../../refusal.ts';
import { pdfHash } from '../../storage/object-keys.ts';
import { changeRow } from '../../store/deals/collection-rows.ts';
import { appendSigningEvent } from '../../store/deals/packets/signing-events.ts';
import { readPagesToSign } from '../../store/deals/packets/pages-to-sign.ts';
import { signPages } from '../packets/room/sign-pages.ts';
import type { Signing } from '../packets/room/sign-packet.ts';

type Asked = Omit<z.output<typeof deedSubmissionSchema>, 'token' | 'device_at'>;

/**
 * Signs pages of a deed in one submission with the whole document.
 * @throws {Refusal} `invalid` if the document isn't the one that was sent, or has a newer version, or if a page doesn't
 * belong to the deed
 */
export async function submitDeed(
  signing: Signing,
  { item, document_sha256, pages, sent_at }: Asked,
): Promise<void> {
  const { scope, packet, by } = signing;
  const { tx, now, stamp } = scope;
  const document = await tx
    .selectFrom('packet_documents as shown')
    .leftJoin('items', 'items.uuid', 'shown.item')
    .select(['shown.name', 'shown.version', 'shown.document', 'shown.file_key', 'items.document as current'])
    .where('shown.packet', '=', packet.uuid)
    .where('shown.item', '=', item)
    .where('shown.whole_document', '=', true)
    .executeTakeFirst();
  if (!document || document.file_key === null)
    throw invalid('This document isn’t signed as a whole. Sign its signature pages instead.', 'item');
  if (document.document !== document.current)
    throw invalid(
      'This document has a newer version. Ask the sender for a new link, then read and sign that version.',
      'document_sha256',
    );
  if (document_sha256 !== pdfHash(document.file_key))
    throw invalid(
      'This isn’t the document that was sent to you. Open it again, then read and sign it.',
      'document_sha256',
    );
  const ofDeed = new Map((await readPagesToSign(tx, packet.uuid)).map((page) => [page.uuid, page]));
  const asked = pages.map(({ uuid }) => ofDeed.get(uuid));
  if (asked.some((page) => page?.item !== item))
    throw invalid('Only pages of this document can be signed with it.', 'pages');
  const newly = asked.flatMap((page) => (page && !page.isSigned ? page : []));
  await signPages(signing, { pages, sent_at }, item);
  if (newly.length === 0) return;
  const submission = { item, document: document_sha256, at: now.toISOString() };
  const others = packet.deed_submissions.filter((each) => each.item !== item);
  await changeRow(tx, 'packets', packet.uuid, {
    deed_submissions: JSON.stringify([...others, submission]),
    ...stamp,
  });
  await appendSigningEvent(scope, packet.uuid, {
    kind: 'deed_submitted',
    by,
    details: {
      note: document.name,
      item,
      version: document.version,
      document: document_sha256,
      pages: newly.map(({ uuid: page, sha256 }) => ({ page, sha256 })),
      assignments: newly.flatMap(({ assignments }) => assignments),
    },
  });
}
