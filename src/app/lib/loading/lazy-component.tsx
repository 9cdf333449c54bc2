import { createElement, useEffect, useState, type ComponentType } from 'react';
import { pushToast } from '../../toasts/toast-store.ts';

function tellOfMissingPart(): void {
  const message = 'This is not on this device yet. It comes with the network.';
  pushToast({ id: 'missing-part', level: 'info', message });
}

/** A component whose code is fetched when it is first shown. */
export interface LazyComponent<Props> {
  (props: Props): React.ReactNode;
  /** Fetches the code ahead; rejects where it cannot be had, and the next call tries again. */
  fetch: () => Promise<unknown>;
}

/** How long until a part that could not be fetched is asked for again, milliseconds. */
const AGAIN_MS = 2000;

interface FetchedOptions {
  /** The page works without it for a while: instead of the error screen, it is asked for again until it is here. */
  optional?: boolean;
}

/**
 * Makes a component of one that is fetched by `load`: it shows nothing until the code is there, and is there at once where it
 * was fetched ahead. React's `lazy` is not used for it: it suspends even then, and React holds what was suspended back for
 * 300 ms (FALLBACK_THROTTLE_MS of react-reconciler), the effects that read the mirror with it. Without a network it is asked
 * for again until there is one: the page, and what is being typed on it, must not fall for a dialog that cannot be had.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { optional = false }: FetchedOptions = {},
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
              if (!optional) tellOfMissingPart();
              timer = setTimeout(ask, AGAIN_MS);
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
