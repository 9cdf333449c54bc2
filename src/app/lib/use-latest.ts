import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The value of the last render, for listeners that are set up once and called later. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
