export const TOASTS = { region: 'Messages', dismiss: 'Dismiss' };
