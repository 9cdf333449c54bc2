import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns a ref to the value of the last render, for listeners that are added once and called later. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
