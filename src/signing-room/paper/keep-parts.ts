/** Has the service worker keep the parts of the page that were loaded after it, so that they open again without a network. */
export async function keepParts(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const parts = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/signing-room-'));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(parts);
}
