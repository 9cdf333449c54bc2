import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { linkedRow } from './linked-row.ts';

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
