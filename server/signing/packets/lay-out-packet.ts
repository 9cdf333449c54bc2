import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SignaturePageDesign } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { hashedText } from '../../../src/contract/rules/evidence/hash-chain.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import {
  signersBySheet,
  type PageSigner,
} from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import { warningInWords } from '../../../src/contract/rules/signature-page/layout/warning-in-words.ts';
import { documentWarnings } from '../../../src/contract/rules/signing/packets/packet-checks.ts';
import type {
  LayoutWarning,
  PageLayout,
  Sheet,
} from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { layOutFilePage, type CopiedFilePage } from './lay-out-file-page.ts';
import { acknowledgmentDesign, coverDesign, slipDesign } from './front-matter.ts';
import type {
  FilePage,
  GeneratedPage,
  PacketSource,
  PacketSourceDocument,
  PageBlanks,
  PlacedTab,
} from './packet-source.ts';
import { fillableSheet, signedAwayFromLine } from './place-tabs.ts';
import { newShortCode } from './short-code.ts';

/** A page of a packet. Only signature pages have a code. */
export interface PacketPage {
  readonly kind: 'cover' | 'slip' | 'signature';
  readonly item: string | null;
  readonly page: string | null;
  readonly assignments: readonly string[];
  /** The signatures on the other sheets of its page, if it has no signatures itself. */
  readonly signed_with?: readonly string[];
  readonly code: string | null;
  readonly sheet: PacketSheet;
  readonly sha256: string;
  /** For a page of a file: the PDF that it was copied from, and its index in that PDF, from 0. */
  readonly copied_key: string | null;
  readonly copied_page: number | null;
}

/** A copy of a page of a file, and the people who sign it. */
export interface FileCopy {
  readonly signers: readonly PageSigner[];
  readonly copied: CopiedFilePage & { readonly key: string; readonly at: number };
  /** Absent if the page has no fields such as {{Amount}}. */
  readonly fields?: {
    /** The keys without a value. */
    readonly missing: readonly string[];
    /** Whether pages of the file that aren't in the packet also have fields. */
    readonly onOthers: boolean;
    /** Why they aren't filled in: with the values, the page's text would span several pages, or the file can't be converted. */
    readonly problem?: 'moved' | 'failed';
  };
}

/** Finds the copies of a page for the packet: one, or one for each set of values for its fields. */
export type FindCopied = (page: FilePage) => readonly FileCopy[];

export interface PacketLayout {
  readonly pages: readonly PacketPage[];
  /** Warnings as sentences, without duplicates. */
  readonly warnings: readonly string[];
}

/** Lays out the pages of a packet. It yields to other work between the pages of long packets. */
export async function layOutPacket(
  source: PacketSource,
  fonts: ServerFonts,
  findCopied: FindCopied,
): Promise<PacketLayout> {
  const maker = new PacketMaker(source, fonts, findCopied);
  const documents: PacketPage[][] = [];
  for (const document of source.documents) documents.push(await maker.document(document));
  const cover = source.options.cover_and_index ? await maker.cover(documents) : [];
  return { pages: [...cover, ...documents.flat()], warnings: [...maker.warnings] };
}

class PacketMaker {
  readonly warnings = new Set<string>();
  readonly #source: PacketSource;
  readonly #fonts: ServerFonts;
  readonly #findCopied: FindCopied;

  constructor(source: PacketSource, fonts: ServerFonts, findCopied: FindCopied) {
    this.#source = source;
    this.#fonts = fonts;
    this.#findCopied = findCopied;
  }

  async document(document: PacketSourceDocument): Promise<PacketPage[]> {
    const { item, name, pages } = document;
    const unfilled = this.#unfilledIn(document);
    for (const warning of documentWarnings({ ...document, unfilled })) this.warnings.add(warning);
    const made: PacketPage[] = [];
    if (this.#source.options.slip_pages) {
      for (const sheet of (await this.#layOut(slipDesign(name))).sheets)
        made.push({ ...frontPage('slip', sheet), item });
    }
    for (const page of pages)
      made.push(
        ...('design' in page
          ? await this.#signaturePages(document, page)
          : await this.#filePages(document, page)),
      );
    return made;
  }

  /** The table of contents gives each document's first page, so its own length counts. */
  async cover(documents: readonly (readonly PacketPage[])[]): Promise<PacketPage[]> {
    const { deal, signatory, documents: named } = this.#source;
    const sheetsWith = async (before: number): Promise<readonly Sheet[]> => {
      let next = before + 1;
      const index = named.map(({ name }, at) => {
        const page = next;
        next += documents[at]?.length ?? 0;
        return { name, page };
      });
      return (await this.#layOut(coverDesign({ deal, signatory, index }))).sheets;
    };
    const first = await sheetsWith(1);
    const sheets = first.length === 1 ? first : await sheetsWith(first.length);
    return sheets.map((sheet) => frontPage('cover', sheet));
  }

  async #signaturePages(
    { item, name }: PacketSourceDocument,
    { page, design, signers, tabs = [], blanks, notarized }: GeneratedPage,
  ): Promise<PacketPage[]> {
    const names = new Map(signers.map((each) => [each.id, each.human.name]));
    const made: PacketPage[] = [];
    for (const group of signersBySheet(signers, design.consolidate_signer)) {
      const { sheets, warnings } = await this.#codedSheets(design, name, group);
      this.#note(warnings, name, (signer) => names.get(signer) ?? '');
      const assignments = group.map(({ id }) => id);
      const placed = ofGroup(assignments, tabs, blanks);
      const plainSheets = sheets.map(({ sheet }) => sheet);
      for (const id of signedAwayFromLine(plainSheets, placed.tabs))
        this.warnings.add(
          `${name}: ${names.get(id) ?? ''} signs in the signature field, so the printed line stays empty.`,
        );
      const numSheets = sheets.length;
      if ([...placed.tabs, ...(placed.blanks?.tabs ?? [])].some(({ sheet = 1 }) => sheet > numSheets))
        this.warnings.add(
          `${name}: the page is shorter now, so fields from later sheets are on sheet ${numSheets}. Move them into place, or delete them.`,
        );
      for (const [at, { code, sheet: plain }] of sheets.entries()) {
        const sheet = fillableSheet(plain, { assignments, ...placed, number: at + 1, numSheets });
        const signedHere = assignments.filter((id) => isSignedOn(sheet, id));
        made.push({
          kind: 'signature',
          item,
          page,
          assignments: signedHere,
          ...(signedHere.length === 0 && { signed_with: assignments }),
          code,
          sheet,
          sha256: hashOf(sheet),
          ...NOT_COPIED,
        });
      }
      made.push(...(await this.#acknowledgment({ item, name }, { page, signers: group, notarized })));
    }
    return made;
  }

  /** Lays out a page once for each sheet, because each sheet has its own code. */
  async #codedSheets(
    design: SignaturePageDesign,
    name: string,
    group: readonly PageSigner[],
  ): Promise<{ sheets: { code: string; sheet: Sheet }[]; warnings: readonly LayoutWarning[] }> {
    let code = newShortCode();
    let layout = await this.#layOut(design, { name, group, code });
    const { warnings } = layout;
    const numSheets = layout.sheets.length;
    const sheets: { code: string; sheet: Sheet }[] = [];
    for (let at = 0; at < numSheets; at += 1) {
      if (at > 0) {
        code = newShortCode();
        layout = await this.#layOut(design, { name, group, code });
      }
      const sheet = layout.sheets[at];
      if (!sheet) throw new Error('The layout of a page changed with another code.');
      sheets.push({ code, sheet });
    }
    return { sheets, warnings };
  }

  /** Returns the notary acknowledgment page for these signatures, if any of them needs one. It is returned with their page. */
  async #acknowledgment(
    { item, name }: Pick<PacketSourceDocument, 'item' | 'name'>,
    { page, signers, notarized = [] }: Pick<GeneratedPage, 'page' | 'signers' | 'notarized'>,
  ): Promise<PacketPage[]> {
    const acknowledged = signers.filter(({ id }) => notarized.includes(id));
    if (acknowledged.length === 0) return [];
    const { sheets } = await this.#codedSheets(acknowledgmentDesign(name, acknowledged), name, []);
    return sheets.map(({ code, sheet }) => ({
      kind: 'signature',
      item,
      page,
      assignments: [],
      signed_with: acknowledged.map(({ id }) => id),
      code,
      sheet,
      sha256: hashOf(sheet),
      ...NOT_COPIED,
    }));
  }

  /** Returns where a document still has fields. A page that couldn't be filled in has a separate warning. */
  #unfilledIn({ hasVariables, pages }: PacketSourceDocument): 'on_all_pages' | 'on_others' | undefined {
    if (!hasVariables) return undefined;
    const copies = pages.flatMap((page) =>
      'file' in page && page.file.isCurrent ? this.#findCopied(page) : [],
    );
    const filled = copies.flatMap(({ fields }) => (fields && !fields.problem ? fields : []));
    if (filled.length === 0) return 'on_all_pages';
    return filled.some(({ onOthers }) => onOthers) ? 'on_others' : undefined;
  }

  /** Returns one packet page with everything that the person signs on a page of a file, or one for each set of values for its fields. */
  async #filePages({ item, name }: PacketSourceDocument, page: FilePage): Promise<PacketPage[]> {
    const made: PacketPage[] = [];
    for (const { signers, copied, fields } of this.#findCopied(page)) {
      const code = newShortCode();
      const assignments = signers.map(({ id }) => id);
      const { sheet, unplaced } = await layOutFilePage(copyFor(page, signers), copied, code, this.#fonts);
      this.#noteOnFilePage(name, page, { signers, sheet, unplaced, fields });
      made.push({
        kind: 'signature',
        item,
        page: page.page,
        assignments,
        code,
        sheet,
        sha256: hashOf(sheet),
        copied_key: copied.key,
        copied_page: copied.at,
      });
      const { notarized } = page;
      made.push(...(await this.#acknowledgment({ item, name }, { page: page.page, signers, notarized })));
    }
    return made;
  }

  #noteOnFilePage(
    name: string,
    { file, tabs }: FilePage,
    {
      signers,
      sheet,
      unplaced,
      fields,
    }: Pick<FileCopy, 'signers' | 'fields'> & { sheet: PacketSheet; unplaced: readonly string[] },
  ): void {
    const say = (sentence: string) => this.warnings.add(`${name}: ${sentence}`);
    const people = inWords(signers.map(({ human, entity }) => entity?.name ?? human.name));
    if (!file.isCurrent) say(`page ${file.number} is from an earlier version. Mark it in the current one.`);
    if (fields?.problem === 'moved')
      say(
        `the {{…}} fields on page ${file.number} aren’t filled in for ${people}, because the page can’t be told from others, or no longer fits on one page. Shorten the values, or change the page in the Word file.`,
      );
    if (fields?.problem === 'failed')
      say(`the {{…}} fields on page ${file.number} couldn’t be filled in for ${people}.`);
    if (fields && !fields.problem && signers.some(({ id }) => tabs.some((tab) => tab.assignment === id)))
      say(
        `check the fields that were placed on page ${file.number}, because values may have moved its text.`,
      );
    for (const key of fields?.missing ?? []) say(`“${key}” has no value for ${people}.`);
    if (sheet.codes.length === 0) say(`page ${file.number} has no room for a code.`);
    for (const { id, human } of signers)
      if (unplaced.includes(id))
        say(`no signature line was found for ${human.name}, who signs at the bottom of page ${file.number}.`);
  }

  async #layOut(
    design: SignaturePageDesign,
    signed?: { name: string; group: readonly PageSigner[]; code: string },
  ): Promise<PageLayout> {
    await nextTurn();
    const page = { design, paper: this.#source.paper, code: signed?.code ?? null };
    const values: Record<string, string> = signed ? { document_name: signed.name } : {};
    return layoutWithFonts(page, signed?.group ?? [], values, this.#fonts.fonts, this.#fonts.load);
  }

  #note(warnings: readonly LayoutWarning[], document: string, nameOf: (signer: string) => string): void {
    for (const warning of warnings) {
      const said = warningInWords(warning, { document, nameOf });
      if (said !== null) this.warnings.add(said);
    }
  }
}

const NOT_COPIED = { copied_key: null, copied_page: null };

function frontPage(kind: 'cover' | 'slip', sheet: Sheet): PacketPage {
  const nobody = { item: null, page: null, assignments: [], code: null };
  return { kind, ...nobody, sheet, sha256: hashOf(sheet), ...NOT_COPIED };
}

/** Returns a page for some of its signers, without lines for the others. */
function copyFor(page: FilePage, signers: readonly PageSigner[]): FilePage {
  if (signers.length === page.signers.length) return page;
  const isHere = new Set(signers.map(({ id }) => id));
  const left = page.signers.filter(({ id }) => !isHere.has(id));
  const others = left.map(({ id, human, entity }) => ({ id, names: [human.name, entity?.name ?? ''] }));
  const { tabs, blanks } = ofGroup([...isHere], page.tabs, page.blanks);
  return { ...page, signers, others: [...page.others, ...others], tabs, ...(blanks && { blanks }) };
}

function ofGroup(assignments: readonly string[], tabs: readonly PlacedTab[], blanks: PageBlanks | undefined) {
  const isOurs = ({ assignment }: { assignment: string }) => assignments.includes(assignment);
  return {
    tabs: tabs.filter(isOurs),
    blanks: blanks && { tabs: blanks.tabs.filter(isOurs), groups: blanks.groups.filter(isOurs) },
  };
}

/** Returns whether an assignment is signed on this sheet, because its signature line is there. */
function isSignedOn(sheet: Sheet, assignment: string): boolean {
  return sheet.fields.some(({ purpose, signers }) => purpose === 'signature' && signers.includes(assignment));
}

/** Returns the hash of what a sheet shows, which anyone can recompute (docs/product/evidence.md, "Hashes"). */
function hashOf(sheet: PacketSheet): string {
  return createHash('sha256').update(hashedText(sheet)).digest('hex');
}
