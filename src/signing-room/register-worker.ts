/** Lets browsers that have service workers open the room again without a network. Others, such as those inside mail programs, can't. */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // A private window may forbid it. The room then works while its page is open.
  await navigator.serviceWorker.register('/sign-worker.js', { scope: '/sign/' }).catch(() => undefined);
}
