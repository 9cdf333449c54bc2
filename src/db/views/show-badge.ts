/** Shows a number on the icon of the installed app, 0 = none. Called by a page, or by the service worker if no page is open. */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  // Not allowed, or not installed, so there is no icon to put it on.
  await navigator.setAppBadge(count).catch(() => undefined);
}
