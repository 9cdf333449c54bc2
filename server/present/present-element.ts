import type { Element } from '../../src/contract/entities/checklist/element.ts';
import type { ElementRow } from '../store/tables.ts';
import { presentRow } from './present-row.ts';

export function presentElement(row: ElementRow): Element {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    item: row.item,
    task: row.task,
    label: row.label,
    order: row.order,
    parent_element: row.parent_element,
    ...presentRow(row),
  };
}
