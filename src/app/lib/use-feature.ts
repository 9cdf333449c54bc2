import { useLiveQuery } from 'dexie-react-hooks';
import type { Switch } from '../../contract/rules/features.ts';
import { isSwitchedOn } from '../../db/queries/features.ts';
import { useMirror } from '../session/mirror-context.ts';

/** Whether a feature is on for everybody (core spec 6 "Feature gates"), as far as the device knows: off until it was told. */
export function useFeature(feature: Switch): boolean {
  const db = useMirror();
  return useLiveQuery(() => isSwitchedOn(db, feature), [db, feature]) ?? false;
}
