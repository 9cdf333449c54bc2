// The UI copy of the app bar, its notes, and the notice of a new version.
import { PRODUCT_NAME } from '../product.ts';

export const APP_BAR = {
  home: `${PRODUCT_NAME}, all transactions`,
  palette: (keys: string) => `Go to anything (${keys})`,
  install: `Install ${PRODUCT_NAME} on this device`,
  account: 'Your account',
  signOut: 'Sign out',
  supportAccess: (until: string) =>
    `${PRODUCT_NAME} support can see your organization’s transactions until ${until}.`,
};

export const ACCOUNT_TABS = {
  name: 'Account',
  account: 'You',
  organization: 'Organization',
  mail: 'Mail',
  diagnostics: 'Diagnostics',
};

export const NEW_VERSION = {
  ready: 'A new version is ready',
  reload: 'Reload',
  later: 'Some files aren’t on the server yet. We’ll ask you again when they are.',
};
