import { useEffect, useRef } from 'react';
import { useReachable } from '../device/connectivity.ts';

/** Asks for pictures again that could not be had, once they can be. The browser by itself leaves their places empty. */
export function useRetriedImages(): void {
  const reachable = useReachable();
  const missing = useRef(new Set<HTMLImageElement>());
  useEffect(() => {
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) missing.current.add(target);
    };
    // Such an error does not bubble.
    addEventListener('error', onError, true);
    return () => removeEventListener('error', onError, true);
  }, []);
  useEffect(() => {
    if (!reachable) return;
    const pictures = [...missing.current];
    missing.current.clear();
    for (const picture of pictures) if (picture.isConnected) picture.src = picture.getAttribute('src') ?? '';
  }, [reachable]);
}
