import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import type { PageLayout, Paper } from '../../../contract/rules/signature-page/layout/sheet.ts';
import type { PageSigner, PageToLayOut } from '../../../contract/rules/signature-page/signers/page-signer.ts';
import { nameOnPages } from '../../../contract/rules/signature-page/design/read-design.ts';
import type { MarkedCount, MarkedCounts } from '../../../db/queries/signing/pages/marked-counts.ts';
import type { OwnPages } from '../../../db/queries/signing/pages/own-signature-pages.ts';
import type { PagesByItem, ShownPage } from '../../../db/queries/signing/pages/signature-pages.ts';
import type { ItemRow } from '../../../db/rows.ts';

/** The sheets of a page that one signatory signs, or of a page without a signatory. */
export interface GallerySheets {
  /** Equal for sheets that look the same. */
  readonly key: string;
  readonly page: ShownPage;
  readonly toLayOut: PageToLayOut;
  readonly signers: readonly PageSigner[];
  readonly values: Readonly<Record<string, string>>;
}

/** A document that is marked to be signed or has signature pages. */
export interface GalleryDocument {
  readonly item: string;
  readonly number: string;
  readonly name: string;
  readonly forSigning: boolean;
  /** Its generated pages. */
  readonly pages: readonly ShownPage[];
  readonly sheets: readonly GallerySheets[];
  /** How many pages of its file are marked for signing, and their signatures. */
  readonly marked: MarkedCount;
  /** The name of the document whose file contains its signature pages; null = none. */
  readonly embeddedIn: string | null;
}

const NONE_MARKED: MarkedCount = { pages: 0, signatures: 0, warnings: [] };

/** What the gallery needs from a row of the checklist. */
interface GalleryRow {
  readonly entry: {
    readonly item: Pick<
      ItemRow,
      'uuid' | 'name' | 'nameAlt' | 'nameAltEnabled' | 'forSigning' | 'fullyExecuted' | 'pagesEmbeddedIn'
    > | null;
    readonly name: string;
  };
  readonly number: string;
}

/** Returns the documents to be signed and any others with signature pages, in checklist order. */
export function galleryDocuments(
  rows: readonly GalleryRow[],
  { pages, marked }: { pages: PagesByItem; marked: MarkedCounts },
  paper: Paper,
): GalleryDocument[] {
  const names = new Map(rows.map(({ entry }) => [entry.item?.uuid, entry.name]));
  return rows.flatMap(({ entry: { item, name }, number }) => {
    if (!item) return [];
    const own = pages.get(item.uuid) ?? [];
    const ownMarked = marked.get(item.uuid) ?? NONE_MARKED;
    if (!item.forSigning && own.length + ownMarked.pages === 0) return [];
    const documentName = nameOnPages(item);
    const sheets = own.flatMap((page) => sheetsOf(page, paper, documentName));
    const embeddedIn = item.pagesEmbeddedIn === null ? null : (names.get(item.pagesEmbeddedIn) ?? null);
    const { uuid, forSigning } = item;
    return [{ item: uuid, number, name, forSigning, pages: own, sheets, marked: ownMarked, embeddedIn }];
  });
}

/** A document on the checklist that can be marked to be signed. */
export interface DocumentChoice extends Pick<GalleryDocument, 'item' | 'number' | 'name' | 'forSigning'> {
  readonly fullyExecuted: boolean;
  readonly signatures: number;
}

/** Returns all documents on the checklist, in order. */
export function documentChoices(
  rows: readonly GalleryRow[],
  documents: readonly GalleryDocument[],
): DocumentChoice[] {
  const signatures = new Map(documents.map((each) => [each.item, signaturesOn(each)]));
  return rows.flatMap(({ entry: { item, name }, number }) => {
    if (!item) return [];
    const { uuid, forSigning, fullyExecuted } = item;
    return [{ item: uuid, number, name, forSigning, fullyExecuted, signatures: signatures.get(uuid) ?? 0 }];
  });
}

function sheetsOf(page: ShownPage, paper: Paper, documentName: string): GallerySheets[] {
  const { design, groups } = page;
  if (!design) return [];
  const signers = groups.length > 0 ? groups.map((group) => group.signers) : [[]];
  return signers.map((each) => ({ page, ...sheetsToLayOut({ design, paper, documentName }, each) }));
}

/** Returns the sheets of a page that these signers sign, ready for layout. */
export function sheetsToLayOut(
  { design, paper, documentName }: { design: PageToLayOut['design']; paper: Paper; documentName: string },
  signers: readonly PageSigner[],
): Omit<GallerySheets, 'page'> {
  const toLayOut = { design, paper, code: null };
  const values = { document_name: documentName };
  return withKey({ toLayOut, signers, values });
}

function withKey(sheets: Omit<GallerySheets, 'page' | 'key'>): Omit<GallerySheets, 'page'> {
  return { ...sheets, key: JSON.stringify([sheets.toLayOut, sheets.signers, sheets.values]) };
}

/** Returns the same sheets with other blocks, such as those with text that is being typed. */
export function withBlocks({ page, ...sheets }: GallerySheets, blocks: readonly PageBlock[]): GallerySheets {
  const { toLayOut } = sheets;
  return {
    page,
    ...withKey({ ...sheets, toLayOut: { ...toLayOut, design: { ...toLayOut.design, blocks: [...blocks] } } }),
  };
}

/** Returns how many signatures are assigned to a document, on its generated and its marked pages. */
export function signaturesOn({ pages, marked }: GalleryDocument): number {
  return pages.reduce((sum, { signatures }) => sum + signatures, marked.signatures);
}

/** Returns the signer's name: "Alder Fund, L.P., by Jane Doe". */
export function signerName({ entity, human }: PageSigner): string {
  return entity ? `${entity.name}, by ${human.name}` : human.name;
}

/** A problem to check before the pages are sent. */
export interface GalleryWarning {
  readonly kind: GalleryWarningKind;
  /**
   * The subjects of the warning, such as names. Each is listed once. Different people with the same name are separate subjects.
   */
  readonly about: readonly WarningSubject[];
}

/**
 * A subject of a warning, and where the problem can be fixed: with the signatory, on the generated page, or in the document's
 * file.
 */
export interface WarningSubject {
  /** Unique within the warning. */
  readonly key: string;
  readonly text: string;
  readonly at: { readonly signatory: string } | { readonly page: string } | { readonly file: OwnPages };
}

type LayoutWarningKind = PageLayout['warnings'][number]['kind'];
export type GalleryWarningKind =
  | LayoutWarningKind
  | 'capacity_unclear'
  | 'no_email'
  | 'unreadable'
  | 'own_pages';

/** The kinds in display order. Warnings that keep a page from being signed come first. */
const KINDS: readonly GalleryWarningKind[] = [
  'unreadable',
  'own_pages',
  'capacity_unclear',
  'no_signatories',
  'no_signature_block',
  'no_name',
  'no_email',
  'no_title',
  'no_capacity',
  'missing_value',
  'long_name',
  'block_too_tall',
  'missing_glyph',
  'font_unavailable',
];

/** Warnings about a text, regardless of the page. */
const IS_ABOUT_TEXT: ReadonlySet<GalleryWarningKind> = new Set(['missing_glyph', 'font_unavailable']);

/** Collects the warnings of all generated pages that are laid out, and of the marked pages of files. */
export function galleryWarnings(
  documents: readonly GalleryDocument[],
  layouts: ReadonlyMap<string, PageLayout>,
  ownPages: ReadonlyMap<string, OwnPages> = new Map(),
): GalleryWarning[] {
  const found = new Map<GalleryWarningKind, Map<string, WarningSubject>>();
  const add = (kind: GalleryWarningKind, text: string, at: WarningSubject['at']) => {
    // A person is one subject on all pages. So is a character or an entity's name in warnings about text.
    const key =
      'signatory' in at ? `${at.signatory} ${text}` : IS_ABOUT_TEXT.has(kind) ? text : JSON.stringify(at);
    const known = found.get(kind) ?? new Map<string, WarningSubject>();
    if (!known.has(key)) known.set(key, { key, text, at });
    found.set(kind, known);
  };
  for (const { item, name, pages, sheets, marked } of documents) {
    const own = ownPages.get(item);
    if (own) add('own_pages', name, { file: own });
    for (const warning of marked.warnings) add(warning.kind, warning.name, { signatory: warning.signatory });
    for (const { row, problem, warnings } of pages) {
      if (problem !== null) add('unreadable', name, { page: row.uuid });
      for (const warning of warnings) add(warning.kind, warning.name, { signatory: warning.signatory });
    }
    for (const { key, page, signers } of sheets) {
      // The page has no signatories because the capacity is unclear, which has its own warning.
      const isExplained = page.warnings.some(({ kind }) => kind === 'capacity_unclear');
      for (const warning of layouts.get(key)?.warnings ?? []) {
        if (warning.kind === 'no_signatories' && isExplained) continue;
        const signer = 'signer' in warning ? signers.find(({ id }) => id === warning.signer) : undefined;
        const at = signer ? { signatory: signer.human.id } : { page: page.row.uuid };
        add(warning.kind, aboutOf(warning, signer, name), at);
      }
    }
  }
  return KINDS.flatMap((kind) => {
    const about = found.get(kind);
    return about ? [{ kind, about: [...about.values()] }] : [];
  });
}

function aboutOf(
  warning: PageLayout['warnings'][number],
  signer: PageSigner | undefined,
  documentName: string,
): string {
  switch (warning.kind) {
    case 'missing_value':
      return signer ? `${warning.key} (${signer.entity?.name ?? signer.human.name})` : warning.key;
    case 'no_capacity':
    case 'long_name':
      return warning.name;
    case 'missing_glyph':
    case 'font_unavailable':
      return warning.character;
    case 'no_name':
    case 'no_title':
      return signer ? signerName(signer) : documentName;
    case 'no_signatories':
    case 'no_signature_block':
    case 'block_too_tall':
      return documentName;
  }
}
