/**
 * Shows a number on the icon of the installed app, 0 = none; from a page, or from the service worker if none is open.
 */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  // Not allowed, or not installed: there is no icon to put it on.
  await navigator.setAppBadge(count).catch(() => undefined);
}
