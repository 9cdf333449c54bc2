import type { Notification } from '../../../../src/contract/entities/account/notification.ts';

/** A person's notifications, newest first. */
export type Inbox = Notification[];

const TITLES = {
  document_uploaded: 'A document was uploaded.',
  packet_held: 'A packet wasn’t sent.',
};

/** Notifies the person. */
export function notify(
  inbox: Inbox,
  user: string,
  uuid: string,
  at: string,
  type: keyof typeof TITLES = 'document_uploaded',
): void {
  inbox.unshift({
    uuid,
    level: 'info',
    notification_type: type,
    title: TITLES[type],
    read: false,
    cleared: false,
    extra_data: {},
    download_urls: [],
    created_at: at,
    version: 1,
    modified_at: at,
    modified_by: user,
  });
}

/** Marks one as read. Returns whether it exists. */
export function markRead(inbox: Inbox, uuid: string): boolean {
  const index = inbox.findIndex((each) => each.uuid === uuid);
  const known = inbox[index];
  if (!known) return false;
  if (!known.read) inbox[index] = { ...known, read: true, version: known.version + 1 };
  return true;
}
