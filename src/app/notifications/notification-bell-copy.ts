export const BELL = {
  label: (unread: number) => (unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'),
  unreadCount: (unread: number) => `Unread notifications: ${unread}`,
};
