import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponent } from './lazy-component.tsx';
import { firstPaint } from './first-paint.ts';

/** How long the service worker of a first visit is waited for, milliseconds. */
const WAITED_FOR_MS = 10_000;

/**
 * As `lazyComponent`, for what stands beside the work: it comes after the first picture, and is kept on this device from then on
 * (src/workers/service-worker.ts). Where it cannot be had, the page goes on without it until it is loaded anew.
 */
export function deferredUi<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazyComponent(async () => {
    await firstPaint;
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
