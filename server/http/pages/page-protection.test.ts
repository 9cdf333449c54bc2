import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readSettings } from '../../settings.ts';
import { protectPages } from './page-protection.ts';

/** The headers of every response of a server with these settings. */
async function headersWith(environment: Record<string, string>, url = '/') {
  const app = fastify();
  await protectPages(app, readSettings(environment));
  app.get('*', async () => 'ok');
  const { headers } = await app.inject({ url });
  await app.close();
  return headers;
}

/** The directives of the content security policy, by name. */
async function policyWith(environment: Record<string, string>, url = '/') {
  const { 'content-security-policy': policy = '' } = await headersWith(environment, url);
  return new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')] as const),
  );
}

const HTTPS = { PUBLIC_URL: 'https://deals.example.com', STORE_PUBLIC_URL: 'https://files.example.com' };

test('a page runs only its own scripts, none inline, and connects only to the app and the file store', async () => {
  const policy = await policyWith(HTTPS);
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'self'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': "'self' https://files.example.com",
    'img-src': "'self' data: blob: https://files.example.com",
    'font-src': "'self'",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'report-uri': '/api/csp-report',
    'report-to': 'csp',
  });
});

test('browsers use HTTPS for a year if the app is reached by HTTPS, but not on localhost', async () => {
  expect((await headersWith(HTTPS))['strict-transport-security']).toBe('max-age=31536000');
  expect((await headersWith({}))['strict-transport-security']).toBeUndefined();
});

test('no content is sniffed as another type, framed, or leaked to other sites', async () => {
  expect(await headersWith(HTTPS)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-site',
  });
});

test('only the page for frames can be framed, and only by the configured origins', async () => {
  const framed = { ...HTTPS, EMBED_ORIGINS: 'https://intranet.example.com' };
  const embedded = '/transaction/embed?transactionId=x';
  expect((await policyWith(framed, embedded)).get('frame-ancestors')).toBe('https://intranet.example.com');
  expect((await headersWith(framed, embedded))['x-frame-options']).toBeUndefined();
  for (const url of ['/', '/transaction/embedded', '/transaction/x/checklist']) {
    expect((await policyWith(framed, url)).get('frame-ancestors')).toBe("'none'");
    expect((await headersWith(framed, url))['x-frame-options']).toBe('DENY');
  }
  expect((await policyWith(HTTPS, embedded)).get('frame-ancestors')).toBe("'none'");
});
