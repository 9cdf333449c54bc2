// The UI copy of the error screens.

export const ERROR_SCREEN = {
  title: 'Something went wrong',
  text: 'Please refresh the page. Your saved work is safe on this device, but text you were typing may be lost.',
  contact: 'If this happens again, write to',
  administrator: 'your administrator',
  refresh: 'Refresh page',
  refreshing: 'Refreshing…',
};

export const NOT_FOUND = {
  title: 'This page could not be found',
  text: 'The address may be mistyped, or the page may have moved.',
  back: 'All transactions',
};
