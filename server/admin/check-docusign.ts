import { openDocusign } from '../docusign/docusign-client.ts';
import { consentUrl } from '../docusign/jwt-grant.ts';
import type { Settings } from '../settings.ts';
import { AdminError } from './admin-error.ts';

/**
 * Signs in at DocuSign with the server's settings. Returns whether it may send envelopes and, if not, how to allow it.
 * @throws {AdminError} if there are no settings for DocuSign, or they are wrong
 */
export async function checkDocusign(
  { docusign, publicUrl }: Pick<Settings, 'docusign' | 'publicUrl'>,
  now: () => Date,
): Promise<string> {
  if (!docusign)
    throw new AdminError('This server has no settings for DocuSign (docs/operations.md, “DocuSign”).');
  const outcome = await openDocusign(docusign, now).signIn();
  switch (outcome.kind) {
    case 'ok':
      return 'DocuSign accepts this server: it may send envelopes.';
    case 'consent_required':
      return [
        'The DocuSign user hasn’t allowed this server to send envelopes yet. Open this address, sign in as that user, and accept:',
        consentUrl(docusign, publicUrl),
        'The app in DocuSign needs this redirect URI:',
        `${publicUrl}/`,
      ].join('\n');
    case 'rejected':
      throw new AdminError(
        `DocuSign refuses the settings of this server (${outcome.code}). ${outcome.sentence}`,
      );
    case 'limited':
    case 'retry':
      throw new AdminError(`DocuSign couldn’t be asked. ${outcome.reason}`);
  }
}
