import { createElement, useEffect, useState, type ComponentType } from 'react';
import { pushToast } from '../../toasts/toast-store.ts';

function notifyNotHereYet(): void {
  const message = 'This isn’t on this device yet. It will load when you’re back online.';
  pushToast({ id: 'missing-part', level: 'info', message });
}

/** A component whose code loads when it is first shown. */
export interface LazyComponent<Props> {
  (props: Props): React.ReactNode;
  /** Prefetches the code. Rejects if it cannot be loaded; the next call tries again. */
  fetch: () => Promise<unknown>;
}

/** The delay before a failed load is tried again, ms. */
const RETRY_MS = 2000;

interface LazyOptions {
  /** The page works without it for a while: a failed load is retried instead of showing the error screen. */
  optional?: boolean;
}

/**
 * Returns a component that renders nothing until `load` has its code, and renders at once if the code was prefetched. React's
 * `lazy` suspends even then, and React delays suspended content, and the effects that read the mirror, by 300 ms
 * (FALLBACK_THROTTLE_MS in react-reconciler). Without a network the load is retried: a missing dialog must not crash the page
 * and lose what is being typed.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { optional = false }: LazyOptions = {},
): LazyComponent<Props> {
  let component: ComponentType<Props> | undefined;
  const fetch = async () => (component ??= await load());

  function Fetched(props: Props) {
    const [shown, setShown] = useState<{ component?: ComponentType<Props>; error?: Error }>({ component });
    const isThere = shown.component !== undefined;
    useEffect(() => {
      if (isThere) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let left = false;
      const ask = () => {
        fetch()
          .then((loaded) => !left && setShown({ component: loaded }))
          .catch((cause: unknown) => {
            if (left) return;
            if (optional || !navigator.onLine) {
              if (!optional) notifyNotHereYet();
              timer = setTimeout(ask, RETRY_MS);
              return;
            }
            const error =
              cause instanceof Error ? cause : new Error('A part of the app has no code.', { cause });
            setShown({ error });
          });
      };
      ask();
      return () => {
        left = true;
        clearTimeout(timer);
      };
    }, [isThere]);
    if (shown.error) throw shown.error;
    return shown.component ? createElement(shown.component, props) : null;
  }

  return Object.assign(Fetched, { fetch });
}
