/** What /contact says if nobody at the installation reads its messages. */
export const NOBODY_READS =
  'Nobody reads messages here. Write to the person who invited you, or to your administrator.';
