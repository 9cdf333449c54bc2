import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SignaturePageDesign } from '../../../src/contract/entities/signature-page-design.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout-with-fonts.ts';
import { signersBySheet, type PageSigner } from '../../../src/contract/rules/signature-page/page-signer.ts';
import type { LayoutWarning, PageLayout, Sheet } from '../../../src/contract/rules/signature-page/sheet.ts';
import type { ServerFonts } from '../page-fonts.ts';
import { coverDesign, slipDesign } from './front-matter.ts';
import type { PacketSource, PacketSourceDocument, PacketSourcePage } from './packet-source.ts';
import { newShortCode } from './short-code.ts';
import { warningInWords } from './warnings-in-words.ts';

/** A page of a packet. Only signature pages have a code. */
export interface PacketPage {
  readonly kind: 'cover' | 'slip' | 'signature';
  readonly item: string | null;
  readonly page: string | null;
  readonly assignments: readonly string[];
  readonly code: string | null;
  readonly sheet: Sheet;
  readonly sha256: string;
}

export interface PacketLayout {
  readonly pages: readonly PacketPage[];
  /** In sentences, each once. */
  readonly warnings: readonly string[];
}

/** Lays out the pages of a packet. Long packets give way to other work between their pages. */
export async function layOutPacket(source: PacketSource, fonts: ServerFonts): Promise<PacketLayout> {
  const maker = new PacketMaker(source, fonts);
  const documents: PacketPage[][] = [];
  for (const document of source.documents) documents.push(await maker.document(document));
  const cover = source.options.cover_and_index ? await maker.cover(documents) : [];
  return { pages: [...cover, ...documents.flat()], warnings: [...maker.warnings] };
}

class PacketMaker {
  readonly warnings = new Set<string>();
  readonly #source: PacketSource;
  readonly #fonts: ServerFonts;

  constructor(source: PacketSource, fonts: ServerFonts) {
    this.#source = source;
    this.#fonts = fonts;
  }

  async document(document: PacketSourceDocument): Promise<PacketPage[]> {
    const { item, name, pages } = document;
    const made: PacketPage[] = [];
    if (this.#source.options.slip_pages) {
      for (const sheet of (await this.#layOut(slipDesign(name))).sheets)
        made.push({ ...frontPage('slip', sheet), item });
    }
    for (const page of pages) made.push(...(await this.#signaturePages(document, page)));
    return made;
  }

  /** The index says on which page each document begins, so its own length counts. */
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
    { page, design, signers }: PacketSourcePage,
  ): Promise<PacketPage[]> {
    const names = new Map(signers.map((each) => [each.id, each.human.name]));
    const made: PacketPage[] = [];
    for (const group of signersBySheet(signers, design.consolidate_signer)) {
      let code = newShortCode();
      let layout = await this.#layOut(design, { name, group, code });
      this.#note(layout.warnings, name, (signer) => names.get(signer) ?? '');
      const assignments = group.map(({ id }) => id);
      const numSheets = layout.sheets.length;
      for (let at = 0; at < numSheets; at += 1) {
        // Each sheet has its own code, so it is laid out with that.
        if (at > 0) {
          code = newShortCode();
          layout = await this.#layOut(design, { name, group, code });
        }
        const sheet = layout.sheets[at];
        if (!sheet) throw new Error('A page was laid out differently with another code.');
        const signedHere = assignments.filter((id) => isSignedOn(sheet, id));
        made.push({
          kind: 'signature',
          item,
          page,
          assignments: signedHere,
          code,
          sheet,
          sha256: hashOf(sheet),
        });
      }
    }
    return made;
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

function frontPage(kind: 'cover' | 'slip', sheet: Sheet): PacketPage {
  return { kind, item: null, page: null, assignments: [], code: null, sheet, sha256: hashOf(sheet) };
}

/** Whether an assignment is signed on this sheet: its signature line is there. */
function isSignedOn(sheet: Sheet, assignment: string): boolean {
  return sheet.fields.some(({ purpose, signers }) => purpose === 'signature' && signers.includes(assignment));
}

/** Returns the hash of what a sheet shows. */
function hashOf(sheet: Sheet): string {
  return createHash('sha256').update(JSON.stringify(sheet)).digest('hex');
}
