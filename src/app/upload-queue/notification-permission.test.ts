import { afterEach, expect, it, vi } from 'vitest';
import {
  requestNotificationPermission,
  notificationPermission,
  subscribeNotificationPermission,
} from './notification-permission.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser whose user gives this answer. */
function browser(answer: NotificationPermission) {
  const settings = new EventTarget();
  const page = new EventTarget();
  const notification = {
    permission: 'default' as NotificationPermission,
    requestPermission: async () => (notification.permission = answer),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: async () => settings } });
  vi.stubGlobal('document', page);
  return { notification, settings, page };
}

it('notifies the subscriber when the user answers, changes the settings, or returns from them', async () => {
  const { notification, settings, page } = browser('granted');
  const received: NotificationPermission[] = [];
  const stop = subscribeNotificationPermission(() => received.push(notificationPermission()));
  await requestNotificationPermission();
  expect(received).toEqual(['granted']);
  notification.permission = 'default';
  settings.dispatchEvent(new Event('change'));
  notification.permission = 'denied';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(received).toEqual(['granted', 'default', 'denied']);
  stop();
  settings.dispatchEvent(new Event('change'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(received).toHaveLength(3);
});

it('is denied if the browser cannot show notifications', () => {
  browser('granted');
  vi.stubGlobal('navigator', {});
  expect(notificationPermission()).toBe('denied');
});
