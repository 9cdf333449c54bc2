import type {
  Paragraph,
  SignaturePageDesign,
} from '../../../src/contract/entities/signing/signature-page-design.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';

/** A document of the packet and the page on which its pages begin. */
export interface IndexLine {
  readonly name: string;
  readonly page: number;
}

/** The cover of a packet, with its index. */
export function coverDesign(of: {
  deal: string;
  signatory: string;
  index: readonly IndexLine[];
}): SignaturePageDesign {
  const lines = of.index.map(({ name, page }, at): Paragraph => `${at + 1}.  ${literal(name)}, page ${page}`);
  return textDesign([
    bold('Signature packet'),
    ' ',
    literal(of.deal),
    `For ${literal(of.signatory)}`,
    ' ',
    bold('Documents'),
    ...lines,
  ]);
}

/** The page before the pages of a document. */
export function slipDesign(document: string): SignaturePageDesign {
  return textDesign([bold(literal(document))]);
}

/** A page with nothing but text. */
export function textDesign(content: Paragraph[]): SignaturePageDesign {
  const block = { id: 'text', kind: 'text', grid: { x: 0, y: 0, w: 12, h: 1 }, content } as const;
  return { ...newPageDesign(), blocks: [{ ...block, text_align: 'left' }] };
}

export function bold(text: string): Paragraph {
  return [{ text, bold: true, italic: false, underline: false }];
}

/** Names may have braces, which a design takes for fields. */
export function literal(text: string): string {
  return text.replaceAll('{{', '{ {');
}
