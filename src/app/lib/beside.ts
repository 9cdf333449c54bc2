import type { ComponentType } from 'react';
import { fetched, type FetchedComponent } from './fetched.tsx';
import { firstPicture } from './first-picture.ts';

/** How long the service worker of a first visit is waited for, milliseconds. */
const WAITED_FOR_MS = 10_000;

/**
 * As `fetched`, for what stands beside the work: it comes after the first picture, and is kept on this device from then on
 * (src/workers/service-worker.ts). Where it cannot be had, the page goes on without it until it is loaded anew.
 */
export function beside<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FetchedComponent<Props> {
  return fetched(async () => {
    await firstPicture;
    await serviceWorkerServes();
    return load().catch(() => Nothing);
  });
}

function Nothing(): null {
  return null;
}

/** What was fetched before that is kept by nobody. */
async function serviceWorkerServes(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  if (container.controller) return;
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, WAITED_FOR_MS);
  });
}
