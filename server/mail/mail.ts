import type { MailKind } from '../store/account/account-tables.ts';

/** An email before it is addressed. */
export type Mail = {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** When the secret in it expires; null = it has no secret. After that, the email is neither sent nor read. */
  expiresAt: Date | null;
};
