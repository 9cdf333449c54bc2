import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponent } from './lazy-component.tsx';
import { firstPaint } from './first-paint.ts';

/** The longest wait for the service worker on a first visit, ms. */
const SERVICE_WORKER_WAIT_MS = 10_000;

/**
 * Like `lazyComponent`, for UI that is not part of the work itself. It loads after the first paint, and the service worker caches
 * it (src/workers/service-worker.ts). If it cannot be loaded, the page works without it until the next reload.
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

/** Waits for the service worker: nothing caches files that load before it controls the page. */
async function serviceWorkerServes(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  if (container.controller) return;
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, SERVICE_WORKER_WAIT_MS);
  });
}
