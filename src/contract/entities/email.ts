import * as z from 'zod';

/** The longest address that mail can be sent to (RFC 5321). */
const EMAIL_MAX = 320;

/** An email address as it was typed, without surrounding spaces. */
export const emailAddressSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .pipe(z.email('Enter an email address, such as name@firm.com.'));
