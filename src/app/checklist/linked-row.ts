import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ChecklistContent, ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

/**
 * Returns the element that a link points to: `?row=`, `?itemId=` (docs/product/checklist.md, "Links") or `?task=`. Null if there is
 * no link, or if its item or task has not been read yet.
 */
export function linkedRow(
  params: URLSearchParams,
  { entries }: Pick<ChecklistContent, 'entries'>,
): string | null {
  const row = params.get('row');
  const linked = params.get('itemId') ?? params.get('task');
  if (row !== null || linked === null) return row;
  for (const { uuid, item, task } of entries.values()) {
    if (item?.uuid === linked || task?.uuid === linked) return uuid;
  }
  return null;
}

/** Calls `follow` once for each link in the address, during render, as soon as its row is known. */
export function useLinkedRow(snapshot: ChecklistSnapshot, follow: (row: string) => void): void {
  const [params] = useSearchParams();
  const { key: address } = useLocation();
  const [followed, setFollowed] = useState<string | null>(null);
  if (followed === address) return;
  const linked = linkedRow(params, snapshot);
  // Once the whole checklist has loaded, give up on a link to a missing item.
  if (linked === null && !(params.has('itemId') && snapshot.state === 'ready')) return;
  setFollowed(address);
  if (linked !== null) follow(linked);
}
