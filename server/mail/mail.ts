import type { MailKind } from '../store/account/account-tables.ts';

/** A mail before it is addressed. */
export type Mail = {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** When the secret in it is worth nothing any more; null = there is none. Nobody sends or reads it after that. */
  expiresAt: Date | null;
};
