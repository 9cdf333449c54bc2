import { useLiveQuery } from 'dexie-react-hooks';
import type { Flag, Switch } from '../../../contract/rules/account/features.ts';
import { isFlagOn, isSwitchedOn } from '../../../db/queries/account/features.ts';
import { useMirror } from '../../session/mirror-context.ts';

/**
 * Whether a feature is on for everyone (docs/product/transactions.md, "Feature flags"), according to this device. Off
 * until loaded.
 */
export function useFeature(feature: Switch): boolean {
  const db = useMirror();
  return useLiveQuery(() => isSwitchedOn(db, feature), [db, feature]) ?? false;
}

/**
 * Whether a feature is on in a deal (docs/product/transactions.md, "Feature flags"), according to this device. Off
 * until loaded.
 */
export function useFlag(transaction: string, flag: Flag): boolean {
  const db = useMirror();
  return useLiveQuery(() => isFlagOn(db, transaction, flag), [db, transaction, flag]) ?? false;
}
