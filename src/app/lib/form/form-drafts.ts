import { useLayoutEffect, useRef, useState } from 'react';
import { useMirror } from '../../session/mirror-context.ts';

/**
 * What was begun and not done, by person and what it is about. In memory alone: nobody else who signs in here sees it, and it is
 * gone with the page.
 */
export type FormDrafts<Value> = Map<string, Value>;

const all: FormDrafts<unknown>[] = [];

export function createFormDrafts<Value>(): FormDrafts<Value> {
  const begun: FormDrafts<Value> = new Map<string, Value>();
  all.push(begun);
  return begun;
}

const left = new Set<string>();

/** Of who has signed out nothing of it is left, nor of pages of theirs that are only just being taken away. */
export function discardFormDrafts(userId: string): void {
  left.add(userId);
  for (const begun of all) {
    for (const key of begun.keys()) if (personOf(key) === userId) begun.delete(key);
  }
}

/** They have signed in again. */
export function resumeFormDrafts(userId: string): void {
  left.delete(userId);
}

/** Whether the pages of the signed-in person are just being taken away. */
let takenAway = false;

export function markUnmounting(): void {
  takenAway = true;
}

/** Keeps it where the page is taken away under its person, and they have not signed out. */
export function saveFormDraft<Value>(begun: FormDrafts<Value>, key: string, value: Value): void {
  if (takenAway && !left.has(personOf(key))) begun.set(key, value);
}

function personOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/**
 * Stands around the pages of a signed-in person. They may be taken away under them, as at the end of their session or when the
 * device is locked: what was open and half typed is kept then, and not where the person left it. React cleans up an outer part
 * before those in it.
 */
export function useUnmountTracking(): void {
  useLayoutEffect(() => {
    takenAway = false;
    return markUnmounting;
  }, []);
}

/** State that is there again when what the person looked at was taken away from under them. */
export function useDraftState<Value>(
  begun: FormDrafts<Value>,
  about: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `${useMirror().userId}/${about}`;
  const [start] = useState(initial);
  const [value, setValue] = useState(() => begun.get(key) ?? start);
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  useLayoutEffect(() => {
    begun.delete(key);
    return () => {
      if (latest.current !== start) saveFormDraft(begun, key, latest.current);
    };
  }, [begun, key, start]);
  return [value, setValue];
}
