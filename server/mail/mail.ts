import type { MailKind } from '../store/account/account-tables.ts';

/** An email before it is addressed. */
export type Mail = {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** When its secret expires; null = it has no secret. After that, the email is neither sent nor shown. */
  expiresAt: Date | null;
};
