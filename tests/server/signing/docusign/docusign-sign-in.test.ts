import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDocusign } from '../../../../server/docusign/docusign-client.ts';
import { DocusignSandbox } from '../../../support/signing/docusign-sandbox.ts';

test('a client with someone else’s key gets no token', async () => {
  const sandbox = await DocusignSandbox.start();
  try {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const docusign = openDocusign({ ...sandbox.settings, privateKey }, () => new Date());
    expect(await docusign.signIn()).toMatchObject({ kind: 'rejected', code: 'invalid_grant' });
  } finally {
    await sandbox.stop();
  }
});
