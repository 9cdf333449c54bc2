// The UI copy of the list of notifications, which is loaded lazily.
export const NOTIFICATIONS = {
  title: 'Notifications',
  list: 'Notifications, newest first',
  markAllRead: 'Mark all as read',
  unread: 'Unread',
  someUnread: (unread: number) => `${unread} unread`,
  /** Read by screen readers. On the screen, the shape shows the level. */
  levels: { info: 'Info', success: 'Done', warning: 'Warning', error: 'Problem' },
  documentsReady: (count: number, deal: string | null) =>
    deal === null ? `${count} documents are ready` : `${count} documents are ready in “${deal}”`,
  empty:
    'No notifications yet. You’ll be notified when a signatory signs or declines, when a document you uploaded is ready or can’t be converted, and when another organization deletes something.',
  notHere: 'Not on this device yet. Your notifications will appear here when you’re online.',
  download: 'Download',
  downloadPart: (part: number) => `Download part ${part}`,
  share: { admins: 'Share with other admins', participants: 'Share with participants' },
  shared: { admins: 'Shared with other admins', participants: 'Shared with participants' },
};
