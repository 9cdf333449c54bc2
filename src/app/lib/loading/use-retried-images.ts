import { useEffect, useRef } from 'react';
import { useReachable } from '../device/connectivity.ts';

/** Reloads failed images once the server can be reached. Browsers do not retry them. */
export function useRetriedImages(): void {
  const reachable = useReachable();
  const missing = useRef(new Set<HTMLImageElement>());
  useEffect(() => {
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) missing.current.add(target);
    };
    // Load errors do not bubble.
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
