import { createHash } from 'node:crypto';
import type { PacketOptions } from '../../../src/contract/entities/signing/packet.ts';
import type { SignaturePageDesign } from '../../../src/contract/entities/signing/signature-page-design.ts';
import type { SheetTab, SheetTabGroup } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { Formality } from '../../../src/contract/rules/signing/packets/formalities.ts';
import type { Unread } from '../../../src/contract/rules/signing/packets/packet-checks.ts';
import type { LineSigner } from '../../../src/contract/rules/signing/pages/signature-lines.ts';
import type { Paper } from '../../../src/contract/rules/signature-page/layout/sheet.ts';

/** A generated signature page, with the signers on whose behalf the packet's person signs. */
export interface GeneratedPage {
  readonly page: string;
  readonly design: SignaturePageDesign;
  readonly signers: readonly PageSigner[];
  /** Where the signers sign and date in addition to the page's own lines. Absent if empty, like `blanks`. */
  readonly tabs?: readonly PlacedTab[];
  readonly blanks?: PageBlanks;
  /** The signatures that a notary acknowledges, on a separate page. Absent if empty. */
  readonly notarized?: readonly string[];
}

/** A marked page of a file, with the same facts. */
export interface FilePage {
  readonly page: string;
  readonly file: {
    /** The location of its PDF. */
    readonly key: string;
    /** From 1. */
    readonly number: number;
    /** Whether it belongs to the document's current version. */
    readonly isCurrent: boolean;
    /** The storage key of its Word file, if that has fields to fill in, such as {{Amount}}. */
    readonly word?: string;
  };
  readonly signers: readonly PageSigner[];
  /** The other people who sign the page. These signers can't use their lines. */
  readonly others: readonly LineSigner[];
  /** Where the signers sign and date, if the team has chosen it. */
  readonly tabs: readonly PlacedTab[];
  readonly blanks?: PageBlanks;
  readonly notarized?: readonly string[];
}

export type PacketSourcePage = GeneratedPage | FilePage;

/** Where a signing field is. The sheet of a page is missing if it is the first, as before fields could be on others. */
export interface OnSheet {
  readonly sheet?: number;
}

/** A signing field, in fractions of its sheet from the top left. */
export interface PlacedTab extends OnSheet {
  readonly assignment: string;
  readonly purpose: 'signature' | 'date_signed';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the signers fill in on a page besides signatures and dates. Positions and sizes are fractions of the sheet. */
export interface PageBlanks {
  readonly tabs: readonly (SheetTab & OnSheet)[];
  readonly groups: readonly (SheetTabGroup & { readonly assignment: string })[];
}

export interface PacketSourceDocument {
  readonly item: string;
  readonly name: string;
  readonly pages: readonly PacketSourcePage[];
  /** What the signing room can't do for these signatures. Absent if there is nothing. */
  readonly needs?: readonly Formality[];
  /** Its file still has fields such as {{Amount}}. Absent if it has none. */
  readonly hasVariables?: true;
  /** Why the signing room has no document to read. Absent if it has one. */
  readonly unread?: Unread;
}

/** Everything that the pages of a packet show, as plain data. */
export interface PacketSource {
  readonly deal: string;
  readonly signatory: string;
  readonly paper: Paper;
  readonly options: PacketOptions;
  /** In the order of the checklist. */
  readonly documents: readonly PacketSourceDocument[];
}

/** Returns a hash of what the pages show. Two packets with the same hash look alike, except for their codes. */
export function hashOfSource(source: PacketSource): string {
  return hashOf(source);
}

/**
 * Returns a hash of what is printed on each signature page, by the page's id. It doesn't depend on which version of the document is current
 * or on whether a notary acknowledges the page, because neither is printed there.
 */
export function hashesOfPages(source: PacketSource): ReadonlyMap<string, string> {
  return hashEachPage(source, printedOn);
}

/**
 * The same hash, as earlier versions of the server stored it: with all values of the signers, and with the others’
 * assignments.
 */
export function earlierHashesOfPages(source: PacketSource): ReadonlyMap<string, string> {
  return hashEachPage(source, withoutUnprinted);
}

function hashEachPage(
  { paper, documents }: PacketSource,
  shownOn: (page: PacketSourcePage) => unknown,
): ReadonlyMap<string, string> {
  return new Map(
    documents.flatMap(({ name, pages }) =>
      pages.map((page) => [page.page, hashOf([paper, name, shownOn(page)])] as const),
    ),
  );
}

function withoutUnprinted({
  notarized: _notarized,
  ...page
}: PacketSourcePage): PacketSourcePage | (Omit<FilePage, 'file'> & { file: unknown }) {
  if (!('file' in page)) return page;
  const { isCurrent: _isCurrent, ...file } = page.file;
  return { ...page, file };
}

function printedOn(page: PacketSourcePage): unknown {
  const { signers, ...rest } = withoutUnprinted(page);
  const isFilledIn = 'design' in page || page.file.word !== undefined;
  return {
    ...rest,
    signers: signers.map(({ values, ...signer }) => ({
      ...signer,
      values: isFilledIn ? valuesIn('design' in page ? [page.design, signer] : null, values) : {},
    })),
    ...('others' in page && { others: page.others.map(({ names }) => names) }),
  };
}

/** The values whose key is named in a text. A Word file (null) may name any key. */
function valuesIn(
  texts: unknown,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (texts === null) return values;
  const named = JSON.stringify(texts).toLowerCase();
  const isNamed = (key: string) => named.includes(JSON.stringify(key).slice(1, -1).toLowerCase());
  return Object.fromEntries(Object.entries(values).filter(([key]) => isNamed(key)));
}

function hashOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}
