import type { MailKind } from '../store/account/account-tables.ts';

/** An email before it is addressed. */
export type Mail = {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** When the secret in it expires; null = there is none. After that, nobody sends or reads it. */
  expiresAt: Date | null;
};
