import { useEffect, useRef } from 'react';
import { useReachable } from '../device/connectivity.ts';

/** The delay before a failed stylesheet is tried again, ms. */
const RETRY_MS = 2000;

/**
 * Retries stylesheets that fail to load. Vite tries once and then treats them as loaded, so a screen that is opened again would
 * have no styles. Returns a function that removes the listener.
 */
export function retryStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    setTimeout(() => target.replaceWith(target.cloneNode()), RETRY_MS);
  };
  // Load errors do not bubble.
  addEventListener('error', onError, true);
  return () => removeEventListener('error', onError, true);
}

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
