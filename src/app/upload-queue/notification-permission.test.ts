import { afterEach, expect, it, vi } from 'vitest';
import {
  askForNotifications,
  notificationPermission,
  watchNotificationPermission,
} from './notification-permission.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose person answers a question as told. */
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

it('is heard of when the person answers, changes the settings, or comes back from them', async () => {
  const { notification, settings, page } = browser('granted');
  const heard: NotificationPermission[] = [];
  const stop = watchNotificationPermission(() => heard.push(notificationPermission()));
  await askForNotifications();
  expect(heard).toEqual(['granted']);
  notification.permission = 'default';
  settings.dispatchEvent(new Event('change'));
  notification.permission = 'denied';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toEqual(['granted', 'default', 'denied']);
  stop();
  settings.dispatchEvent(new Event('change'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toHaveLength(3);
});

it('is not to be asked for where nothing could be shown', () => {
  browser('granted');
  vi.stubGlobal('navigator', {});
  expect(notificationPermission()).toBe('denied');
});
