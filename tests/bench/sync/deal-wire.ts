import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import type { Transaction } from '../../../src/contract/entities/transactions/transaction.ts';
import { DEAL_FACTS } from '../../support/deal-facts.ts';

/** A complete deal as the server sends it. */
export interface DealWire {
  transaction: Transaction;
  elements: Element[];
  items: Item[];
  documents: Document[];
}

const AT = '2026-01-05T09:30:00.000Z';

const KINDS = ['deal', 'user', 'organization', 'header', 'place', 'item', 'document', 'page'] as const;

/**
 * The first half of the ids' timestamps, which start at 0x019b8d000000. One deal never overflows the second
 * half.
 */
const FIRST_DAY = 0x019b8d;

/** The deal of the benchmarks. Its ids contain their kind and number. */
export const DEAL = idOf('deal', 0);
export const PARTNER = idOf('user', 0);
const FIRM = idOf('organization', 0);

const INSTRUMENTS = [
  'Stock Purchase Agreement',
  'Secretary’s Certificate',
  'Certificate of Good Standing (Delaware)',
  'Escrow Agreement among Buyer, Sellers and Escrow Agent',
  'Payoff Letter',
  'Written Consent of the Board of Directors',
  'Amended and Restated Certificate of Incorporation',
  'Lien Release',
];

/**
 * Returns a deal with exactly this many mirrored rows besides its own, at least 40: headers with their child
 * lists, items with their places, and documents for nine of ten items. The result depends only on the number.
 */
export function makeDeal(rows: number): DealWire {
  // A header takes two rows (its element and its list), an item two (itself and its place), and the top
  // level's list one.
  const headers = Math.round(rows * 0.065);
  let items = Math.floor((rows - 1 - 2 * headers) / 2.9);
  let documents = rows - 1 - 2 * headers - 2 * items;
  if (documents > items) {
    items += 1;
    documents -= 2;
  }
  const headerIds = Array.from({ length: headers }, (_, index) => idOf('header', index));
  return {
    transaction: makeTransaction(documents),
    elements: [
      ...headerIds.map((uuid, index) => makeHeader(uuid, index)),
      ...Array.from({ length: items }, (_, index) => makePlace(index, headerIds)),
    ],
    items: Array.from({ length: items }, (_, index) => makeItem(index, headerIds, index < documents)),
    documents: Array.from({ length: documents }, (_, index) => makeDocument(index)),
  };
}

/** Returns the same deal with different ids. `copy` starts at 1. */
export function copyOf(deal: DealWire, copy: number): DealWire {
  const time = (FIRST_DAY + copy).toString(16).padStart(6, '0');
  return JSON.parse(JSON.stringify(deal).replaceAll(/019b8d(?=..-....-7)/g, time));
}

/** Returns a version 7 uuid. Its time follows the order of `index`, and its tail looks random. */
export function idOf(kind: (typeof KINDS)[number], index: number): string {
  const time = (FIRST_DAY * 2 ** 24 + index * 37).toString(16).padStart(12, '0');
  const scattered = Math.imul(index * 8 + KINDS.indexOf(kind) + 1, 0x9e3779b1) >>> 0;
  const tail = scattered.toString(16).padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS.indexOf(kind)}00-8${tail.slice(0, 3)}-${tail}${tail.slice(4)}`;
}

function rowOf(index: number) {
  return { version: index + 1, modified_at: AT, modified_by: PARTNER };
}

function makeTransaction(documents: number): Transaction {
  return {
    ...DEAL_FACTS,
    uuid: DEAL,
    name: 'Acquisition of Harborview Holdings',
    client_name: 'Northgate Capital Partners',
    client_number: '10482',
    matter_number: '10482-0007',
    closing_date: '2026-03-31',
    created_at: AT,
    created_by: { uuid: PARTNER, name: 'Margaret Whitfield' },
    organization: FIRM,
    url: `/transaction/${DEAL}`,
    num_documents: documents,
    ...rowOf(0),
  };
}

/** Every eighth header is at the top level. The others are below the last one of these. */
function makeHeader(uuid: string, index: number): Element {
  const primary = Math.floor(index / 8) * 8;
  return {
    uuid,
    transaction: DEAL,
    item: null,
    task: null,
    label: `Closing deliveries, part ${index + 1}`,
    order: index === primary ? index / 8 : index - primary - 1,
    parent_element: index === primary ? null : idOf('header', primary),
    ...rowOf(index),
  };
}

function placeOf(index: number, headers: readonly string[]) {
  // A primary header first contains its seven headers, then its items.
  const header = index % headers.length;
  const primary = header % 8 === 0;
  const below = Math.min(7, headers.length - 1 - header);
  return {
    order: Math.floor(index / headers.length) + (primary ? below : 0),
    parent: headers[header] ?? null,
  };
}

function makePlace(index: number, headers: readonly string[]): Element {
  const { order, parent } = placeOf(index, headers);
  return {
    uuid: idOf('place', index),
    transaction: DEAL,
    item: idOf('item', index),
    task: null,
    label: null,
    order,
    parent_element: parent,
    ...rowOf(index),
  };
}

function makeItem(index: number, headers: readonly string[], drafted: boolean): Item {
  const { order, parent } = placeOf(index, headers);
  return {
    uuid: idOf('item', index),
    transaction: DEAL,
    name: `${INSTRUMENTS[index % INSTRUMENTS.length]} ${index + 1}`,
    description: index % 5 === 0 ? 'Originals to be held in escrow until release at closing.' : '',
    document: drafted ? idOf('document', index) : null,
    complete: index % 3 === 0,
    for_signing: index % 2 === 0,
    fully_executed: false,
    is_deed: false,
    is_supplemental: false,
    is_template: false,
    name_alt: '',
    name_alt_enabled: false,
    requires_original_signatures: index % 20 === 0,
    frozen_at: null,
    element_order: order,
    element_parent: parent,
    pages: Array.from({ length: drafted ? pagesOf(index) : 0 }, (_, page) => ({
      uuid: idOf('page', index * 16 + page),
      ref_page_number: page + 1,
    })),
    pages_embedded_in: null,
    pending_version_document: null,
    pending_conversion_document: null,
    collation: 'none',
    collation_requested_at: null,
    collation_problem: null,
    collated_at: null,
    executed_pdf_url: null,
    executed_num_pages: null,
    executed_size: null,
    ...rowOf(index),
  };
}

/** 1 to 15 pages, 8 on average. */
function pagesOf(index: number): number {
  return (index % 15) + 1;
}

function makeDocument(index: number): Document {
  const uuid = idOf('document', index);
  const sha256 = `${uuid}${uuid}`.replaceAll('-', '').slice(0, 64);
  const name = `${INSTRUMENTS[index % INSTRUMENTS.length]} ${index + 1}`;
  return {
    uuid,
    transaction: DEAL,
    item_id: idOf('item', index),
    in_queue: false,
    name,
    signing_type: 'to_be_signed',
    upload_order: index,
    num_pages: pagesOf(index),
    has_variables: false,
    metadata: { dms: null, dms_id: null, dms_processed_at: null },
    uploaded_file_key: `incoming/${DEAL}/${uuid}`,
    pdf_file_key: `objects/${sha256}`,
    file_url: `/api/files/${uuid}/${sha256}/original`,
    pdf_url: `/api/files/${uuid}/${sha256}/pdf`,
    file_name: `${name}.docx`,
    size: 48_213 + index,
    sha256,
    thumbnails: {
      'png-144': Array.from(
        { length: pagesOf(index) },
        (_, page) => `/api/files/${uuid}/${sha256}/png-144/${page + 1}`,
      ),
    },
    conversion_requested_at: AT,
    conversion_finished_at: AT,
    conversion_status: 'complete',
    thumbnails_finished_at: AT,
    error_message: null,
    created_at: AT,
    created_by: PARTNER,
    ...rowOf(index),
  };
}
