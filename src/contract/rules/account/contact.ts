/** What /contact says if nobody at the installation reads its messages. */
export const NOBODY_READS =
  'Nobody reads messages here. Write to whoever invited you, or to your administrator.';
