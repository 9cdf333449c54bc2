import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ChecklistContent, ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';

/**
 * The row that a link leads to, by its element: `?row=`, or `?itemId=` (docs/product/checklist.md, "Links") or `?task=`, whose place is known once
 * it has been read. Null = to none, or to none yet.
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

/** Follows the link of the address to its row, each link once, as soon as its row is known; while the screen is rendered. */
export function useLinkedRow(snapshot: ChecklistSnapshot, follow: (row: string) => void): void {
  const [params] = useSearchParams();
  const { key: address } = useLocation();
  const [followed, setFollowed] = useState<string | null>(null);
  if (followed === address) return;
  const linked = linkedRow(params, snapshot);
  // What is not there once all of it is leads nowhere, whatever comes later.
  if (linked === null && !(params.has('itemId') && snapshot.state === 'ready')) return;
  setFollowed(address);
  if (linked !== null) follow(linked);
}
