/** What mails are about; each has its file in kinds/. */
export type MailKind =
  | 'password_reset'
  | 'invitation_to_deal'
  | 'invitation_to_organization'
  | 'contact'
  | 'password_changed'
  | 'confirm_address'
  | 'session_ended';

/** A mail before it is addressed. */
export type Mail = {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** When the secret in it is worth nothing any more; null = there is none. Nobody sends or reads it after that. */
  expiresAt: Date | null;
};
