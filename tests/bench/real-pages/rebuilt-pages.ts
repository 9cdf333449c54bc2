import type { PageBlock } from '../../../src/contract/entities/signing/signature-page-design.ts';
import {
  newPageDesign,
  newSignatureBlock,
} from '../../../src/contract/rules/signature-page/design/new-design.ts';
import {
  withSignatureLook,
  withTextStyle,
} from '../../../src/contract/rules/signature-page/design/signature-look.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import { human, nested, signer } from '../../server/signature-pages/sample-signers.ts';

/** A signature page of a real agreement, and how to rebuild it in Counterpart. */
export interface RebuiltPage {
  /** The name of its image. */
  readonly name: string;
  /** The agreement's file, and the number of the page in it. */
  readonly file: string;
  readonly page: number;
  /** The part of the original that has the signatures, in points from the top. */
  readonly part: readonly [from: number, to: number];
  readonly design: object;
  readonly document: string;
  readonly signers: readonly PageSigner[];
}

/** Returns the blocks of a new page with a different lead-in and different signature blocks. */
function blocks(leadIn: string | null, signatures?: readonly PageBlock[], footer = true): PageBlock[] {
  return newPageDesign().blocks.flatMap((block): PageBlock[] => {
    if (block.kind === 'lead_in') return leadIn === null ? [] : [{ ...block, content: [leadIn] }];
    if (block.kind === 'footer' && !footer) return [];
    return block.kind === 'signature' && signatures ? [...signatures] : [block];
  });
}

/** Moves the lead-in into the column of the signatures, like the closing of a letter. */
function inColumn(all: readonly PageBlock[]): PageBlock[] {
  return all.map((block) =>
    block.kind === 'lead_in' ? { ...block, grid: { ...block.grid, x: 5, w: 7 } } : block,
  );
}

const usual = newSignatureBlock('signature', 1);
/** The usual block with entity names in bold, which many firms use. */
const bold = withTextStyle(usual, 'header', { bold: true });
const left = { ...newSignatureBlock('left', 1), grid: { x: 0, y: 1, w: 6, h: 1 } };
const right = { ...newSignatureBlock('right', 1), grid: { x: 6, y: 1, w: 6, h: 1 } };
const dated = { signing_date: true };

const barington = human('James A. Mitarotonda', 'Managing Member');
const pudles = human('Stephen Pudles', 'CEO');

/** Ten signature pages of confidentiality agreements filed with the SEC. */
export const REBUILT_PAGES: readonly RebuiltPage[] = [
  {
    name: 'company',
    file: 'nda-ad886732.pdf',
    page: 8,
    part: [40, 345],
    design: { blocks: inColumn(blocks('Very truly yours,', [bold])) },
    document: 'Confidentiality Agreement',
    signers: [signer('Avon Products, Inc.', human('James Thompson', 'SVP & General Counsel'))],
  },
  {
    name: 'nested-entities',
    file: 'nda-ad886732.pdf',
    page: 9,
    part: [0, 665],
    design: { consolidate_signer: true, blocks: blocks(null, [bold]) },
    document: 'Confidentiality Agreement',
    signers: [
      signer(null, barington, { caption: 'James A. Mitarotonda, individually' }),
      signer('Barington Companies Equity Partners, L.P.', barington, {
        through: [nested('Barington Companies Investors, LLC', 'general partner')],
      }),
      signer(
        'Barington Capital Group, L.P.',
        { ...barington, title: 'President and CEO' },
        {
          through: [nested('LNA Capital Corp.', 'general partner')],
        },
      ),
      signer('Barington Companies Investors, LLC', barington),
      signer('Barington Companies Management, LLC', barington),
    ],
  },
  {
    name: 'letter-agreement',
    file: 'nda-def3a7be.pdf',
    page: 4,
    part: [400, 600],
    design: {
      blocks: blocks('ACCEPTED AND AGREED as of June 30, 2009', [
        { ...bold, grid: { x: 0, y: 1, w: 7, h: 1 } },
      ]),
    },
    document: 'Confidentiality Agreement',
    signers: [
      signer('Apollo Management VII, L.P.', human('Wendy K. Modlin', 'Vice President'), {
        through: [nested('AIF VII Management, LLC', 'General Partner')],
      }),
    ],
  },
  {
    name: 'countersigned-letter',
    file: 'nda-2a6a8d16.pdf',
    page: 15,
    part: [330, 480],
    design: {
      blocks: blocks('Accepted and agreed as of the date first written above:', [
        { ...bold, grid: { x: 0, y: 1, w: 7, h: 1 } },
      ]),
    },
    document: 'Extension Letter',
    signers: [signer('World Energy Solutions, Inc.', human('Philip V. Adams', 'CEO'))],
  },
  {
    name: 'trustee',
    file: 'nda-2ab67f26.pdf',
    page: 6,
    part: [45, 320],
    design: {
      consolidate_signer: false,
      blocks: blocks(
        'IN WITNESS WHEREOF, this {{document_name}} has been executed by each of the listed parties below.',
      ),
    },
    document: 'Confidential Retirement Agreement and General Release',
    signers: [
      signer('Pier 1 Services Company', human('Michael A. Carter', 'SR VP Compliance and General Counsel'), {
        description: 'a Delaware statutory trust',
        through: [nested('Pier 1 Holdings, Inc.', 'managing trustee', 'a Delaware corporation')],
      }),
    ],
  },
  {
    name: 'two-columns',
    file: 'nda-988f7c53.pdf',
    page: 12,
    part: [45, 320],
    design: {
      consolidate_signer: true,
      blocks: blocks('AGREED TO BY:', [
        withSignatureLook(left, { ...dated, titleLabel: 'its' }),
        withSignatureLook(right, { ...dated, titleLabel: 'its' }),
      ]),
    },
    document: 'Separation Agreement',
    signers: [
      signer('API Nanotronics Corp.', pudles, { caption: '“API”' }),
      signer('API Electronics, Inc.', pudles),
    ],
  },
  {
    name: 'form',
    file: 'nda-d7f13a42.pdf',
    page: 7,
    part: [150, 820],
    design: {
      blocks: blocks(
        'IN WITNESS WHEREOF, the parties have hereto set their respective signatures to this Agreement.',
        [withSignatureLook(usual, { address: true })],
      ),
    },
    document: 'Confidentiality Agreement',
    signers: [signer('Disclosing Party', human('', null))],
  },
  {
    name: 'side-by-side',
    file: 'nda-99991fda.pdf',
    page: 5,
    part: [270, 375],
    design: {
      consolidate_signer: true,
      blocks: blocks(
        'IN WITNESS WHEREOF, the parties hereto have duly executed this Agreement effective as of the date first set forth above.',
        [left, right],
      ),
    },
    document: 'Non-Disclosure Agreement',
    signers: [signer('The KeyW Holding Corporation', human('Philip Luci, Jr.', 'EVP & General Counsel'))],
  },
  {
    name: 'employee',
    file: 'nda-1aed5c5a.pdf',
    page: 4,
    part: [20, 225],
    design: {
      blocks: blocks(null, [
        withSignatureLook(
          { ...usual, grid: { x: 0, y: 1, w: 6, h: 1 } },
          { ...dated, individualTitle: true },
        ),
      ]),
    },
    document: 'Covenant Not to Compete and Non-Disclosure Agreement',
    signers: [signer(null, human('Charles D. Denson', 'President, NIKE Brand'), { caption: 'EMPLOYEE' })],
  },
  {
    name: 'consultant',
    file: 'nda-7187b5dc.pdf',
    page: 5,
    part: [90, 300],
    design: {
      blocks: blocks(
        'IN WITNESS WHEREOF, the parties hereto have executed or caused their duly authorized officers to execute this Agreement as of the date first above written.',
        [usual],
      ),
    },
    document: 'Confidentiality Agreement',
    signers: [signer('BioLargo, Inc.', human('Dennis Calvert', 'President and Chief Executive Officer'))],
  },
];
