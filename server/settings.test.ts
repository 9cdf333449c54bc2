import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isLoopback, isLoopbackHost, readSettings, SettingsError } from './settings.ts';

describe('settings', () => {
  test('run the server for this machine only, with all data in .data, if no variable is set', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: null,
      objectStore: { kind: 'folder', folder: resolve('.data/objects') },
      smtpUrl: null,
      bounces: null,
      sealP12: null,
      tsaUrl: null,
      docusign: null,
      mailFrom: { name: 'Counterpart', address: 'no-reply@localhost' },
      supportEmail: null,
      publicUrl: 'http://127.0.0.1:8080',
      trustProxy: false,
      storePort: 8081,
      storePublicUrl: 'http://127.0.0.1:8081',
      role: 'all',
      demo: true,
      resumableUploads: true,
      pageConversionMs: 400,
      reportRowsAtOnce: 5000,
    });
    expect(isLoopback(settings)).toBe(true);
  });

  test('read CLAMD as a host and a port', () => {
    expect(readSettings({}).clamd).toBeNull();
    expect(readSettings({}).auditLog).toBe('off');
    expect(readSettings({ AUDIT_LOG: 'stdout' }).auditLog).toBe('stdout');
    expect(() => readSettings({ AUDIT_LOG: 'file' })).toThrow(
      'AUDIT_LOG is "file". It must be one of: off, stdout.',
    );
    expect(readSettings({ CLAMD: 'scanner.internal:3310' }).clamd).toEqual({
      host: 'scanner.internal',
      port: 3310,
    });
    expect(readSettings({ CLAMD: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 });
    for (const wrong of [
      '3310',
      'localhost',
      ':3310',
      'localhost:0',
      'localhost:70000',
      'http://localhost:3310',
    ]) {
      expect(() => readSettings({ CLAMD: wrong })).toThrow(
        `CLAMD is "${wrong}". It must be a host and a port, such as 127.0.0.1:3310.`,
      );
    }
  });

  test('receive bounces at an address, on a separate port', () => {
    expect(readSettings({ BOUNCE_ADDRESS: 'bounce@deals.example.com' }).bounces).toEqual({
      local: 'bounce',
      domain: 'deals.example.com',
      port: 2525,
    });
  });

  test('let pages of the configured origins frame a transaction', () => {
    const origins = (text: string) => readSettings({ EMBED_ORIGINS: text }).embedOrigins;
    expect(origins('')).toEqual([]);
    expect(origins('https://a.example, https://b.example:8443/')).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ]);
    for (const wrong of ['*', "'self'", 'https://a.example/page', 'https://a.example; script-src *'])
      expect(() => origins(wrong)).toThrow(SettingsError);
  });

  test('refuse a signing secret that can be guessed', () => {
    expect(readSettings({}).beaconSecret).toBeNull();
    expect(readSettings({ BEACON_SECRET: 'x'.repeat(16) }).beaconSecret).toBe('x'.repeat(16));
    expect(() => readSettings({ BEACON_SECRET: 'short' })).toThrow(SettingsError);
  });

  test('limit the number of database connections in both directions', () => {
    expect(readSettings({}).databasePool).toBe(10);
    expect(readSettings({ DATABASE_POOL: '40' }).databasePool).toBe(40);
    for (const wrong of ['3', '201', 'many'])
      expect(() => readSettings({ DATABASE_POOL: wrong })).toThrow(/DATABASE_POOL is/);
  });

  test('read each secret from a file if told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-settings-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'secret');
    await writeFile(file, 'postgres://user:password@db.example/deals\n');
    expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
      'postgres://user:password@db.example/deals',
    );
    for (const name of ['OBJECT_STORE', 'SMTP_URL', 'BEACON_SECRET', 'METRICS_TOKEN'])
      expect(() => readSettings({ [`${name}_FILE`]: join(folder, 'missing') })).toThrow(`${name}_FILE`);
    expect(() => readSettings({ DATABASE_URL: 'postgres://db/deals', DATABASE_URL_FILE: file })).toThrow(
      'both set',
    );
  });

  test('stop the server’s start on an unknown log level', () => {
    expect(readSettings({}).logLevel).toBe('warn');
    expect(readSettings({ LOG_LEVEL: 'info' }).logLevel).toBe('info');
    expect(() => readSettings({ LOG_LEVEL: 'loud' })).toThrow('one of: error, warn, info, debug');
  });

  test('treat an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toEqual(readSettings({}));
  });

  test('derive the file store from the port and public name of the app', () => {
    expect(readSettings({ PORT: '9000' })).toMatchObject({
      storePort: 9001,
      publicUrl: 'http://127.0.0.1:9000',
      storePublicUrl: 'http://127.0.0.1:9001',
    });
    expect(readSettings({ PUBLIC_URL: 'https://deals.example.com/' })).toMatchObject({
      publicUrl: 'https://deals.example.com',
      storePublicUrl: 'https://deals.example.com:8081',
    });
    expect(readSettings({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:8080');
    expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:8080');
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['into a folder', true, {}],
    ['into a bucket whose port can’t be reached', false, { OBJECT_STORE: 's3://files' }],
    [
      'into a bucket, if the port is published',
      true,
      { OBJECT_STORE: 's3://files', STORE_PUBLIC_URL: 'https://files.example.com' },
    ],
    ['into a folder, if they are turned off', false, { RESUMABLE_UPLOADS: '0' }],
  ])('uploads in chunks %s: %s', (_where, offered, env) => {
    expect(readSettings(env).resumableUploads).toBe(offered);
  });

  test.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '70000' }],
    ['STORE_PORT', { STORE_PORT: '8080' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
    ['BOUNCE_ADDRESS', { BOUNCE_ADDRESS: 'deals.example.com' }],
    ['BOUNCE_ADDRESS', { BOUNCE_ADDRESS: `${'b'.repeat(32)}@deals.example.com` }],
    ['BOUNCE_SMTP_PORT', { BOUNCE_ADDRESS: 'bounce@deals.example.com', BOUNCE_SMTP_PORT: '0' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://deals.example.com/app' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'deals.example.com' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'my proxy' }],
    ['ROLE', { ROLE: 'db' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['RESUMABLE_UPLOADS', { RESUMABLE_UPLOADS: '2' }],
    ['PAGE_CONVERSION_MS', { PAGE_CONVERSION_MS: '0' }],
    ['CONVERSION_SECONDS', { CONVERSION_SECONDS: '5' }],
    ['ORGANIZATION_STORAGE_GB', { ORGANIZATION_STORAGE_GB: '1.5' }],
    ['ORGANIZATION_UPLOADS_PER_DAY', { ORGANIZATION_UPLOADS_PER_DAY: '-1' }],
    ['PAGE_CONVERSION_MS', { PAGE_CONVERSION_MS: '0.4' }],
    ['REPORT_ROWS_AT_ONCE', { REPORT_ROWS_AT_ONCE: '-1' }],
    ['DOWNLOAD_MB_AT_ONCE', { DOWNLOAD_MB_AT_ONCE: '-1' }],
    ['OBJECT_STORE', { OBJECT_STORE: 'relative/folder' }],
    ['OBJECT_STORE', { OBJECT_STORE: 's3://bucket?acl=public' }],
    ['OBJECT_STORE', { OBJECT_STORE: 'https://store.example.com' }],
  ])('name a bad %s in the error: %o', (name, env) => {
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(new RegExp(`${name}.*\\.$`));
  });

  test('do not repeat the password of a bad URL', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@db/x' })).toThrow(/^(?!.*secret)/);
  });

  test('accept a bucket as an s3 URL or as the URL of a compatible store', () => {
    expect(readSettings({ OBJECT_STORE: 's3://closing-files?region=eu-central-1' }).objectStore).toEqual({
      kind: 's3',
      bucket: 'closing-files',
      region: 'eu-central-1',
      pathStyle: false,
    });
    expect(
      readSettings({ OBJECT_STORE: 'https://key:se%2Fcret@minio.example.com:9000/files' }).objectStore,
    ).toEqual({
      kind: 's3',
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'https://minio.example.com:9000',
      credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
      pathStyle: true,
    });
    expect(
      readSettings({ OBJECT_STORE: 's3://k:s@files?endpoint=http://127.0.0.1:9000&path_style=0' })
        .objectStore,
    ).toMatchObject({ endpoint: 'http://127.0.0.1:9000', pathStyle: false });
    expect(readSettings({ OBJECT_STORE: '/srv/files' }).objectStore).toEqual({
      kind: 'folder',
      folder: '/srv/files',
    });
  });

  test.each([
    ['1', 1],
    ['true', true],
    ['0', false],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('understand TRUST_PROXY %s', (text, value) => {
    expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  test('count only addresses of this machine as loopback', () => {
    expect(['127.0.0.1', '127.1.2.3', 'localhost', '[::1]', 'app.localhost'].every(isLoopbackHost)).toBe(
      true,
    );
    expect(['0.0.0.0', '10.0.0.1', 'localhost.evil.test', '127.0.0.1.evil.test'].some(isLoopbackHost)).toBe(
      false,
    );
    expect(isLoopback(readSettings({ PUBLIC_URL: 'https://deals.example.com' }))).toBe(false);
  });
});

describe('DocuSign', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const DOCUSIGN = {
    PUBLIC_URL: 'https://deals.firm.test',
    DOCUSIGN_INTEGRATION_KEY: 'key',
    DOCUSIGN_USER_ID: 'user',
    DOCUSIGN_ACCOUNT_ID: 'account',
    DOCUSIGN_HMAC_KEYS: 'one, two',
  };

  test('is configured if all of its settings are present, with line breaks in its key as they are or as \\n', () => {
    for (const text of [privateKey, privateKey.replaceAll('\n', '\\n')])
      expect(readSettings({ ...DOCUSIGN, DOCUSIGN_PRIVATE_KEY: text }).docusign).toMatchObject({
        integrationKey: 'key',
        hmacKeys: ['one', 'two'],
        authOrigin: 'https://account.docusign.com',
      });
  });

  test('is refused if settings are missing, if the key is not a key, or without HTTPS', () => {
    expect(() => readSettings(DOCUSIGN)).toThrow('Set DOCUSIGN_PRIVATE_KEY too.');
    expect(() => readSettings({ ...DOCUSIGN, DOCUSIGN_PRIVATE_KEY: 'secret' })).toThrow(
      'DOCUSIGN_PRIVATE_KEY is not an RSA private key.',
    );
    const withKey = { ...DOCUSIGN, DOCUSIGN_PRIVATE_KEY: privateKey };
    expect(() => readSettings({ ...withKey, PUBLIC_URL: 'http://deals.firm.test' })).toThrow('PUBLIC_URL');
  });
});
