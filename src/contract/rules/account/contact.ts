/** What /contact says where the installation has nobody who reads what is written there. */
export const NOBODY_READS =
  'Nobody reads messages here. Write to whoever invited you, or to your administrator.';
