import { expect, it } from 'vitest';
import type { Element } from '../contract/entities/checklist/element.ts';
import type { Item } from '../contract/entities/checklist/item.ts';
import { TOP } from '../contract/rules/checklist/child-lists.ts';
import { elementRows, mirrorRow } from './wire-rows.ts';

const AT = '2026-01-01T00:00:00.000Z';

function element(uuid: string, order: number, parent_element: string | null = null): Element {
  return {
    uuid,
    transaction: 'deal',
    item: null,
    task: null,
    label: uuid,
    order,
    parent_element,
    version: 1,
    modified_at: AT,
    modified_by: null,
  };
}

it('keeps order and parents in lists only, so that a move changes no row', () => {
  const { elements, lists } = elementRows('deal', [element('b', 1), element('x', 0, 'b'), element('a', 0)]);
  expect(elements[0]).toEqual({
    uuid: 'b',
    transaction: 'deal',
    item: null,
    task: null,
    label: 'b',
    version: 1,
    modifiedAt: AT,
    modifiedBy: null,
  });
  expect(lists).toEqual([
    { key: `deal/${TOP}`, transaction: 'deal', parent: TOP, children: ['a', 'b'] },
    { key: 'deal/b', transaction: 'deal', parent: 'b', children: ['x'] },
  ]);
});

it('gives an empty checklist an empty top level, which distinguishes it from one that isn’t loaded', () => {
  expect(elementRows('deal', []).lists).toEqual([
    { key: `deal/${TOP}`, transaction: 'deal', parent: TOP, children: [] },
  ]);
});

it('leaves an item’s place to its element', () => {
  const wire: Item = {
    uuid: 'i',
    transaction: 'deal',
    name: 'Bylaws',
    description: '',
    document: null,
    complete: false,
    for_signing: true,
    fully_executed: false,
    is_deed: false,
    is_supplemental: false,
    is_template: false,
    name_alt: '',
    name_alt_enabled: false,
    requires_original_signatures: false,
    frozen_at: null,
    element_order: 4,
    element_parent: null,
    pages: [{ uuid: 'p', ref_page_number: 1 }],
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
    version: 2,
    modified_at: AT,
    modified_by: null,
  };
  const row = mirrorRow('items', wire);
  expect(row).toMatchObject({ uuid: 'i', forSigning: true, pages: [{ uuid: 'p', refPageNumber: 1 }] });
  expect(Object.keys(row ?? {}).filter((key) => key.startsWith('element'))).toEqual([]);
});
