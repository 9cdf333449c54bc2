import type {
  Paragraph,
  SignaturePageDesign,
} from '../../../src/contract/entities/signing/signature-page-design.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';

/** A document of the packet and its first page. */
export interface IndexLine {
  readonly name: string;
  readonly page: number;
}

/** The cover of a packet, with its table of contents. */
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

/** The block that identifies the sheets of the notary acknowledgment page. */
export const ACKNOWLEDGMENT = 'acknowledgment';

/** The page on which a notary certifies what one person signed on a signature page. @param signers that person, once for each signature */
export function acknowledgmentDesign(document: string, signers: readonly PageSigner[]): SignaturePageDesign {
  const [name = ''] = signers.map(({ human }) => human.name);
  const person = literal(name);
  const capacities = new Set(signers.map((signer) => literal(signedAs(signer))));
  return textDesign(
    [
      bold('Notary acknowledgment'),
      ' ',
      'State of ______________________________',
      'County of ____________________________',
      ' ',
      `On ____________________, before me, ______________________________, personally appeared ${person}, who proved to me on the basis of satisfactory evidence to be the person whose name is signed on the attached signature page to “${literal(document)}”, and who acknowledged to me that they signed it voluntarily for its stated purpose.`,
      ' ',
      ...Array.from(capacities, (capacity): Paragraph => `Signed as: ${capacity}`),
      ' ',
      'Notary’s signature: ______________________________',
      'Printed name: ______________________________',
      'Commission number: ____________________',
      'Commission expires: ____________________',
      ' ',
      'Seal:',
      ...Array.from({ length: 6 }, () => ' '),
      'If local law requires different wording, the notary can use their own form. Send that form back, too.',
    ],
    ACKNOWLEDGMENT,
  );
}

/** Such as "Alpha Fund, L.P. by Alpha GP LLC, its general partner, by Jane Doe, President". */
function signedAs({ entity, through, human }: PageSigner): string {
  if (entity === null) return human.name;
  const chain = [
    ...through.map(({ name, capacity }) => (capacity === null ? name : `${name}, its ${capacity}`)),
    human.title === null ? human.name : `${human.name}, ${human.title}`,
  ];
  return `${entity.name} by ${chain.join(', by ')}`;
}

/** A page with only text. @param id the id of its block */
export function textDesign(content: Paragraph[], id = 'text'): SignaturePageDesign {
  const block = { id, kind: 'text', grid: { x: 0, y: 0, w: 12, h: 1 }, content } as const;
  return { ...newPageDesign(), blocks: [{ ...block, text_align: 'left' }] };
}

export function bold(text: string): Paragraph {
  return [{ text, bold: true, italic: false, underline: false }];
}

/** Names may contain braces, which a design would treat as fields. */
export function literal(text: string): string {
  return text.replaceAll('{{', '{ {');
}
