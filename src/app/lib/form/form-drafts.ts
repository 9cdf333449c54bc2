import { useLayoutEffect, useRef, useState } from 'react';
import { useMirror } from '../../session/mirror-context.ts';

/**
 * Unfinished input, keyed by user and subject. It is kept only in memory: other users of this device never see it, and it is
 * gone when the page closes.
 */
export type FormDrafts<Value> = Map<string, Value>;

const all: FormDrafts<unknown>[] = [];

/** Creates an empty set of drafts. */
export function createFormDrafts<Value>(): FormDrafts<Value> {
  const drafts: FormDrafts<Value> = new Map<string, Value>();
  all.push(drafts);
  return drafts;
}

const signedOut = new Set<string>();

/** Discards the drafts of a user who signs out, and those that their unmounting pages would still save. */
export function discardFormDrafts(userId: string): void {
  signedOut.add(userId);
  for (const drafts of all) {
    for (const key of drafts.keys()) if (userOf(key) === userId) drafts.delete(key);
  }
}

/** Lets a user who signed in again save drafts. */
export function resumeFormDrafts(userId: string): void {
  signedOut.delete(userId);
}

/** Set while the pages of the signed-in user unmount. */
let unmounting = false;

export function markUnmounting(): void {
  unmounting = true;
}

/** Saves a draft if the page unmounts under a user who has not signed out. */
export function saveFormDraft<Value>(drafts: FormDrafts<Value>, key: string, value: Value): void {
  if (unmounting && !signedOut.has(userOf(key))) drafts.set(key, value);
}

function userOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/**
 * Used by the parent of all signed-in pages. They may unmount while the user types, for example when the session ends or the
 * device locks. Only then are drafts saved, not when the user navigates away. React runs the cleanup of a parent before its
 * children's.
 */
export function useUnmountTracking(): void {
  useLayoutEffect(() => {
    unmounting = false;
    return markUnmounting;
  }, []);
}

/** Returns state that survives when the page unmounts under the user. */
export function useDraftState<Value>(
  drafts: FormDrafts<Value>,
  about: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `${useMirror().userId}/${about}`;
  const [start] = useState(initial);
  const [value, setValue] = useState(() => drafts.get(key) ?? start);
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  useLayoutEffect(() => {
    drafts.delete(key);
    return () => {
      if (latest.current !== start) saveFormDraft(drafts, key, latest.current);
    };
  }, [drafts, key, start]);
  return [value, setValue];
}
