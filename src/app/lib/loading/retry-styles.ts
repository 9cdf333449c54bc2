/** After how long a stylesheet that could not be had is asked for again, milliseconds. */
const AGAIN_MS = 2000;

/**
 * Asks for a stylesheet until it is there. Vite asks once, and takes it for there from then on: a screen that is tried again
 * would stand without its styles. For an effect; answers how to end it.
 */
export function retryStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS);
  };
  // Such an error does not bubble.
  addEventListener('error', onError, true);
  return () => removeEventListener('error', onError, true);
}
