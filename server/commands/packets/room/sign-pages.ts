import type * as z from 'zod';
import type { signedPagesSchema } from '../../../../src/contract/entities/signing/signing-room.ts';
import {
  isFilledBySigner,
  tabProblems,
  tidyValues,
  type TabValues,
} from '../../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { signingTime } from '../../../../src/contract/rules/signing/packets/signing-time.ts';
import { invalid } from '../../../refusal.ts';
import { changeRow } from '../../../store/deals/collection-rows.ts';
import type { Adopted } from '../../../store/deals/packets/packet-tables.ts';
import {
  asksForInitials,
  readPagesToSign,
  type PageToSign,
} from '../../../store/deals/packets/pages-to-sign.ts';
import { hashOfAdopted, hashOfSignedPage } from '../../../store/deals/packets/signed-pages.ts';
import { appendSigningEvent } from '../../../store/deals/packets/signing-events.ts';
import { notifyOfProgress } from './notify-of-progress.ts';
import { readPacketDocuments, readWholeDocuments } from '../sending/packet-documents.ts';
import type { Signing } from './sign-packet.ts';

type Asked = Pick<z.output<typeof signedPagesSchema>, 'pages' | 'sent_at'>;

/** A page with what was entered on it, and when it was signed. */
export interface NewlySigned extends PageToSign {
  readonly values: TabValues;
  /** The hash of the page that was shown and of what was entered on it. */
  readonly covers: string;
  readonly signedAt: Date;
  readonly deviceAt: string | null;
  readonly utcOffset: number;
}

/**
 * Signs pages with what was filled in on them, all or none. A signed page stays as it is.
 * @param deed the item whose whole document came with its pages
 * @throws {Refusal} `invalid` without an adopted signature, for the page of a deed alone, if the page or the signature that was shown differs from the server's, or if
 * something on it isn't filled in correctly
 */
export async function signPages(signing: Signing, asked: Asked, deed: string | null = null): Promise<void> {
  const { packet } = signing;
  if (packet.adopted === null) throw invalid('Choose your signature first.');
  const pages = await newlySigned(signing, asked, packet.adopted);
  if (pages.length === 0) return;
  await assertNoDeedAlone(signing, pages, deed);
  if (asksForInitials(pages) && !packet.adopted.initials) throw invalid('Choose your initials first.');
  await storeSignedPages(signing, pages);
}

/** Stores pages as they were signed, with the evidence. */
export async function storeSignedPages(
  { scope, packet, by }: Signing,
  pages: readonly NewlySigned[],
): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  await tx
    .insertInto('signed_pages')
    .values(
      pages.map(({ uuid, values, covers, signedAt, utcOffset }) => ({
        page: uuid,
        packet: packet.uuid,
        transaction: deal.uuid,
        tab_values: JSON.stringify(values),
        sha256: covers,
        signed_at: signedAt,
        utc_offset: utcOffset,
      })),
    )
    .execute();
  const documents = new Map(
    (await readPacketDocuments(tx, packet.uuid)).map(({ item, sha256 }) => [item, sha256]),
  );
  const signatures = pages.flatMap(({ uuid, item, sha256, assignments }) =>
    assignments.map((assignment) => {
      const document = documents.get(item ?? '') ?? null;
      return { assignment, sha256, page: uuid, document };
    }),
  );
  const signedAt = new Map(pages.map((page) => [page.uuid, page.signedAt]));
  if (signatures.length > 0)
    await tx
      .insertInto('packet_signatures')
      .values(
        signatures.map(({ assignment, sha256, page }) => ({
          packet: packet.uuid,
          transaction: deal.uuid,
          assignment,
          sha256,
          signed_at: signedAt.get(page) ?? now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['packet', 'assignment']).doNothing())
      .execute();
  await changeRow(tx, 'packets', packet.uuid, { status: 'partially_signed', ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const fields = pages.flatMap(({ uuid, tabs, values }) =>
    tabs
      .filter((tab) => values[tab.uuid] !== undefined)
      .map(({ uuid: tab, type, label }) => ({ tab, page: uuid, type, label, value: values[tab] })),
  );
  if (fields.length > 0)
    await appendSigningEvent(scope, packet.uuid, { kind: 'filled', by, details: { fields } });
  if (signatures.length === 0) return;
  const details = { signatures, pages: pages.map(inEvidence) };
  await appendSigningEvent(scope, packet.uuid, { kind: 'signed', by, details });
  await notifyOfProgress(scope);
}

/**
 * Refuses a signature page that was signed apart from its deed, because the document wouldn't be a deed. @throws {Refusal}
 * `invalid`, naming the document
 */
async function assertNoDeedAlone(
  { scope: { tx }, packet }: Signing,
  pages: readonly PageToSign[],
  deed: string | null,
): Promise<void> {
  const whole = await readWholeDocuments(tx, packet.uuid);
  const alone = pages.map(({ item }) => item ?? '').find((item) => item !== deed && whole.has(item));
  if (alone !== undefined)
    throw invalid(
      `“${whole.get(alone)}” can’t be signed on its signature page alone. Open and read the whole document, then sign it.`,
      'pages',
    );
}

async function newlySigned(
  { scope: { tx, now }, packet }: Signing,
  { pages, sent_at }: Asked,
  adopted: Adopted,
): Promise<NewlySigned[]> {
  const known = new Map((await readPagesToSign(tx, packet.uuid)).map((page) => [page.uuid, page]));
  const clock = { now, notBefore: packet.sent_at ?? now };
  const signed = new Map<string, NewlySigned>();
  for (const { uuid, sha256, values = {}, at, utc_offset = 0, signature } of pages) {
    const page = known.get(uuid);
    if (page?.sha256 !== sha256)
      throw invalid('A page has changed since you saw it. Reload the page and read it again.', 'pages');
    if (page.isSigned || signed.has(uuid)) continue;
    // Another tab or device may have chosen a different signature, which this page wasn't signed with.
    if (signature !== undefined && signature !== hashOfAdopted(adopted))
      throw invalid(
        'You changed your signature in another tab or on another device. Review the page with the new signature, then sign it.',
        'pages',
      );
    const entered = valuesFor(page, values);
    signed.set(uuid, {
      ...page,
      values: entered,
      covers: hashOfSignedPage(sha256, entered),
      signedAt: signingTime({ at: dateOf(at), sentAt: dateOf(sent_at) }, clock),
      deviceAt: at ?? null,
      utcOffset: utc_offset,
    });
  }
  return [...signed.values()];
}

/**
 * Checks the fields. @throws {Refusal} `invalid` for fields of other pages, and with the first sentence about what isn't
 * filled in correctly
 */
function valuesFor({ tabs, groups }: PageToSign, asked: TabValues): TabValues {
  const values = tidyValues(asked);
  const own = new Set(tabs.filter(isFilledBySigner).map(({ uuid }) => uuid));
  if (Object.keys(values).some((tab) => !own.has(tab)))
    throw invalid('The fields on this page have changed. Reload the page and fill them in again.', 'pages');
  const [problem] = tabProblems({ tabs, groups }, values);
  if (problem) throw invalid(problem.sentence, 'pages');
  return values;
}

function inEvidence({ uuid, covers, signedAt, deviceAt, utcOffset }: NewlySigned) {
  return {
    page: uuid,
    sha256: covers,
    signed_at: signedAt.toISOString(),
    device_at: deviceAt,
    utc_offset: utcOffset,
  };
}

function dateOf(instant: string | undefined): Date | null {
  return instant === undefined ? null : new Date(instant);
}
