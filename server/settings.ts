import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PAGE_CONVERSION_MS } from '../src/contract/rules/documents/upload-status.ts';
import { rsaKeyIn } from './docusign/read-rsa-key.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { bounceAddressIn, defaultSender, senderIn } from './smtp/mail-addresses.ts';
import type { BounceSettings, Sender } from './smtp/mail-addresses.ts';

/** Which parts of the server this process runs. `npm start` uses `all`. */
export type Role = 'all' | 'web' | 'worker';

/** Where file bytes are stored: a folder on this machine, or a bucket of an S3-compatible store. */
export type ObjectStoreSetting =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** Absent = AWS. */
      endpoint?: string;
      /** Absent = the AWS SDK's own chain (environment, profile, instance role). */
      credentials?: { accessKeyId: string; secretAccessKey: string };
      /** True = `endpoint/bucket/key` (MinIO and most others), false = `bucket.endpoint/key`. */
      pathStyle: boolean;
    };

/** The DocuSign account that sends packets, and how this server signs in there (docs/operations.md, "DocuSign"). */
export type DocusignSettings = {
  integrationKey: string;
  /** The user in whose name envelopes are sent. */
  userId: string;
  accountId: string;
  /** RSA. */
  privateKey: KeyObject;
  /** The origin of DocuSign's sign-in. */
  authOrigin: string;
  /** The secrets with which DocuSign signs its messages. There is more than one during a rotation. */
  hmacKeys: string[];
};

export type Settings = {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Null = the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /**
   * Database connections for requests and jobs; a process uses up to twelve more for its queue, events, uploads and
   * sweeps.
   */
  databasePool: number;
  objectStore: ObjectStoreSetting;
  /** Null = emails stay in the database, where an organization's admins read them. */
  smtpUrl: string | null;
  /** Null = bounce emails aren't received. */
  bounces: BounceSettings | null;
  /** The firm's own key for seals (PKCS #12) and its passphrase; null = the server creates a key. */
  sealP12: { file: Buffer; passphrase: string } | null;
  /** The timestamp authority for seals (RFC 3161); null = seals have no timestamps. */
  tsaUrl: string | null;
  /** Null = transactions can't be signed with DocuSign. */
  docusign: DocusignSettings | null;
  /** The sender of emails. */
  mailFrom: Sender;
  /** The address that gets messages from /contact; null = none. */
  supportEmail: string | null;
  /** The origin at which users reach the app, without a trailing slash. */
  publicUrl: string;
  /** Fastify's `trustProxy`: false, true, a number of hops, or addresses. */
  trustProxy: boolean | number | string;
  storePort: number;
  /** The origin at which browsers reach that port, without a trailing slash. */
  storePublicUrl: string;
  role: Role;
  demo: boolean;
  /** Resumable uploads, which are sent in chunks to the store's origin. */
  resumableUploads: boolean;
  /** The command or path of LibreOffice; null = searched on the PATH. */
  sofficePath: string | null;
  /** ClamAV's daemon, which scans every upload before it is converted; null = uploads are not scanned. */
  clamd: { host: string; port: number } | null;
  /** Whether the audit log is also written to standard output. */
  auditLog: 'off' | 'stdout';
  /** How many conversions run at once in this process. */
  conversionConcurrency: number;
  /** The time limit for converting one file, whatever its size. */
  conversionSeconds: number;
  /** The storage quota for an organization's deals; 0 = no limit. */
  organizationStorageGb: number;
  /** The number of files that can be uploaded to an organization's deals within 24 hours; 0 = no limit. */
  organizationUploadsPerDay: number;
  /** The absolute path of the folder in which uploads are inspected and converted. */
  workDir: string;
  /** The estimated time until a page is shown, for the countdown in browsers' upload queues. Milliseconds. */
  pageConversionMs: number;
  /** Reports with more rows than this are created by a job. */
  reportRowsAtOnce: number;
  /** Downloads with more bytes than this are created by a job. */
  downloadBytesAtOnce: number;
  /** The setting, unchanged; exactly 'True' hides the help widget (docs/product/app-shell.md, "Help"). */
  hideSupport: string;
  /** Signs the email address for the help widget; null = the widget gets no signature. */
  beaconSecret: string | null;
  /** Origins whose pages may frame `/transaction/embed`. */
  embedOrigins: string[];
  logLevel: LogLevel;
  /** Opens `/api/metrics`; null = only this machine may read it. */
  metricsToken: string | null;
};

/** An invalid setting. The message names the variable and says what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of this process, read once from its environment (docs/operations.md, "Settings"). An empty variable
 * counts as unset.
 * @throws {SettingsError} naming the invalid variable
 */
export function readSettings(environment: Environment = process.env): Settings {
  const env = withSecretFiles(environment);
  const port = readPort(env, 'PORT', 8080);
  const host = read(env, 'HOST') ?? '127.0.0.1';
  const dataDir = resolve(read(env, 'DATA_DIR') ?? '.data');
  const storePort = readPort(env, 'STORE_PORT', Math.min(port + 1, 65_535));
  if (storePort === port) {
    throw new SettingsError(
      `STORE_PORT is ${storePort}, the same as PORT. Give the file store its own port.`,
    );
  }
  const objectStore = readObjectStore(env, dataDir);
  const storeOrigin = readOrigin(env, 'STORE_PUBLIC_URL');
  const publicUrl = readOrigin(env, 'PUBLIC_URL') ?? `http://${hostInUrl(host)}:${port}`;
  return {
    port,
    host,
    dataDir,
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePool: readWholeNumber(env, 'DATABASE_POOL', 10, 4, 200),
    objectStore,
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    bounces: readBounces(env),
    sealP12: readSealP12(environment, env),
    tsaUrl: readUrl(env, 'TSA_URL', ['http:', 'https:']),
    docusign: readDocusign(env, publicUrl),
    mailFrom: readMailFrom(env, publicUrl),
    supportEmail: readAddress(env, 'SUPPORT_EMAIL'),
    publicUrl,
    trustProxy: readTrustProxy(env),
    storePort,
    storePublicUrl: storeOrigin ?? storeUrlBeside(publicUrl, storePort),
    role: readOneOf(env, 'ROLE', ['all', 'web', 'worker'], 'all'),
    demo: readSwitch(env, 'DEMO', true),
    // With a bucket, the port is useful only if someone has made it reachable, and set its address.
    resumableUploads:
      readSwitch(env, 'RESUMABLE_UPLOADS', true) &&
      (objectStore.kind === 'folder' || storeOrigin !== undefined),
    sofficePath: read(env, 'SOFFICE_PATH') ?? null,
    clamd: readHostAndPort(env, 'CLAMD'),
    auditLog: readOneOf(env, 'AUDIT_LOG', ['off', 'stdout'], 'off'),
    conversionConcurrency: readWholeNumber(env, 'CONVERSION_CONCURRENCY', 2, 1, 16),
    conversionSeconds: readWholeNumber(env, 'CONVERSION_SECONDS', 300, 10, 1800),
    organizationStorageGb: readWholeNumber(env, 'ORGANIZATION_STORAGE_GB', 0, 0, 1_000_000),
    organizationUploadsPerDay: readWholeNumber(env, 'ORGANIZATION_UPLOADS_PER_DAY', 10_000, 0, 10_000_000),
    workDir: resolve(read(env, 'WORK_DIR') ?? join(dataDir, 'work')),
    pageConversionMs: readWholeNumber(env, 'PAGE_CONVERSION_MS', PAGE_CONVERSION_MS, 1, 60_000),
    reportRowsAtOnce: readWholeNumber(env, 'REPORT_ROWS_AT_ONCE', 5000, 0, 100_000),
    downloadBytesAtOnce: readWholeNumber(env, 'DOWNLOAD_MB_AT_ONCE', 100, 0, 10_000) * 1_000_000,
    hideSupport: read(env, 'HIDE_SUPPORT') ?? 'False',
    beaconSecret: readSecret(env, 'BEACON_SECRET'),
    embedOrigins: (read(env, 'EMBED_ORIGINS') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((text) => originOf('EMBED_ORIGINS', text)),
    logLevel: readOneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    metricsToken: readSecret(env, 'METRICS_TOKEN'),
  };
}

/** The PostgreSQL for tests' databases; null = an embedded one (`TEST_DATABASE_URL`). */
export function readTestDatabaseUrl(env: Environment = process.env): string | null {
  return readUrl(env, 'TEST_DATABASE_URL', ['postgres:', 'postgresql:']);
}

/** Returns whether the server listens only on this machine, and is published only there. Demo accounts require that. */
export function isLoopback(settings: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return isLoopbackHost(settings.host) && isLoopbackHost(new URL(settings.publicUrl).hostname);
}

/** Returns true for `localhost`, `*.localhost`, `127.0.0.0/8` and `::1`, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/**
 * Settings that contain a secret. Each can be read from a file instead, named by the variable with the suffix
 * `_FILE`.
 */
const SECRETS = [
  'DATABASE_URL',
  'OBJECT_STORE',
  'SMTP_URL',
  'BEACON_SECRET',
  'METRICS_TOKEN',
  'TSA_URL',
  'SEAL_P12_PASSPHRASE',
  'DOCUSIGN_PRIVATE_KEY',
  'DOCUSIGN_HMAC_KEYS',
];

/** Returns the environment with the contents of `NAME_FILE` in place of `NAME`. */
function withSecretFiles(env: Environment): Environment {
  const fromFiles = SECRETS.flatMap((name) => {
    const file = read(env, `${name}_FILE`);
    if (file === undefined) return [];
    if (read(env, name) !== undefined)
      throw new SettingsError(`${name} and ${name}_FILE are both set. Set only one of them.`);
    return [[name, readSecretFile(name, file).toString('utf8').trim()] as const];
  });
  return fromFiles.length === 0 ? env : { ...env, ...Object.fromEntries(fromFiles) };
}

function readSecretFile(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`The file that ${name}_FILE names cannot be read: ${reason}`);
  }
}

/** `SEAL_P12` has the file in base64. `SEAL_P12_FILE` names the file itself, which is binary. */
function readSealP12(given: Environment, env: Environment): Settings['sealP12'] {
  const text = read(given, 'SEAL_P12');
  const path = read(given, 'SEAL_P12_FILE');
  if (text !== undefined && path !== undefined)
    throw new SettingsError('SEAL_P12 and SEAL_P12_FILE are both set. Set only one of them.');
  if (text === undefined && path === undefined) return null;
  const file = path === undefined ? Buffer.from(text ?? '', 'base64') : readSecretFile('SEAL_P12', path);
  return { file, passphrase: read(env, 'SEAL_P12_PASSPHRASE') ?? '' };
}

const DOCUSIGN = [
  'DOCUSIGN_INTEGRATION_KEY',
  'DOCUSIGN_USER_ID',
  'DOCUSIGN_ACCOUNT_ID',
  'DOCUSIGN_PRIVATE_KEY',
  'DOCUSIGN_HMAC_KEYS',
] as const;

/** Requires all of the settings or none. With only some of them, packets would be sent and never come back. */
function readDocusign(env: Environment, publicUrl: string): DocusignSettings | null {
  const values = DOCUSIGN.map((name) => read(env, name));
  const [integrationKey, userId, accountId, privateKey, hmacKeys] = values;
  if (values.every((value) => value === undefined)) return null;
  if (!integrationKey || !userId || !accountId || !privateKey || !hmacKeys) {
    const missing = DOCUSIGN.filter((_name, at) => values[at] === undefined);
    throw new SettingsError(`DocuSign needs all of its settings. Set ${missing.join(', ')} too.`);
  }
  const authOrigin = readOrigin(env, 'DOCUSIGN_AUTH_ORIGIN') ?? 'https://account.docusign.com';
  const isHere = isLoopbackHost(new URL(authOrigin).hostname);
  if (!isHere && !publicUrl.startsWith('https:'))
    throw new SettingsError(
      'DocuSign sends its messages only to https:// addresses. Set PUBLIC_URL to the https:// address of this server.',
    );
  const key = rsaKeyIn(privateKey);
  if (key === null)
    throw new SettingsError(
      'DOCUSIGN_PRIVATE_KEY is not an RSA private key. It must be the whole text, with its first and last line.',
    );
  return {
    integrationKey,
    userId,
    accountId,
    privateKey: key,
    authOrigin,
    hmacKeys: hmacKeys.split(/[\s,]+/).filter(Boolean),
  };
}

/** Requires at least 16 characters, because anyone who guesses the secret could impersonate any user. */
function readSecret(env: Environment, name: string): string | null {
  const text = read(env, name);
  if (text === undefined) return null;
  if (text.length < 16) throw new SettingsError(`${name} is too short. It must have at least 16 characters.`);
  return text;
}

function readWholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  low: number,
  high: number,
): number {
  const text = read(env, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < low || value > high) {
    throw new SettingsError(`${name} is "${text}". It must be a whole number from ${low} to ${high}.`);
  }
  return value;
}

/** `host:port`, with brackets around an IPv6 address. */
function readHostAndPort(env: Environment, name: string): { host: string; port: number } | null {
  const text = read(env, name);
  if (text === undefined) return null;
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535) {
    throw new SettingsError(`${name} is "${text}". It must be a host and a port, such as 127.0.0.1:3310.`);
  }
  return { host, port };
}

function readPort(env: Environment, name: string, fallback: number): number {
  return readWholeNumber(env, name, fallback, 1, 65_535);
}

function readOneOf<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): Choice {
  const text = read(env, name);
  if (text === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (choice === undefined)
    throw new SettingsError(`${name} is "${text}". It must be one of: ${choices.join(', ')}.`);
  return choice;
}

function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = read(env, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw new SettingsError(`${name} is "${text}". It must be 1 or 0.`);
}

function parseUrl(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) {
    // The value may contain a password, so the message does not repeat it.
    throw new SettingsError(
      `${name} is not a URL that can be used. It must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return url;
}

function readUrl(env: Environment, name: string, protocols: readonly string[]): string | null {
  const text = read(env, name);
  if (text === undefined) return null;
  parseUrl(name, text, protocols);
  return text;
}

function readOrigin(env: Environment, name: string): string | undefined {
  const text = read(env, name);
  return text === undefined ? undefined : originOf(name, text);
}

function originOf(name: string, text: string): string {
  const url = parseUrl(name, text, ['http:', 'https:']);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new SettingsError(
      `${name} is "${text}". It must be an origin alone, such as https://deals.example.com, with nothing after the host and port.`,
    );
  }
  return url.origin;
}

function hostInUrl(host: string): string {
  // A wildcard address is only for listening. A browser needs an address that it can open.
  if (host === '0.0.0.0' || host === '::' || host === '[::]') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function storeUrlBeside(publicUrl: string, storePort: number): string {
  const url = new URL(publicUrl);
  url.port = String(storePort);
  return url.origin;
}

function readMailFrom(env: Environment, publicUrl: string): Sender {
  const text = read(env, 'MAIL_FROM');
  const sender = text === undefined ? defaultSender(publicUrl) : senderIn(text);
  if (sender) return sender;
  throw new SettingsError(
    `MAIL_FROM is "${text}". It must be an email address, such as deals@example.com or Counterpart <deals@example.com>.`,
  );
}

/** `help@firm.example`. */
function readAddress(env: Environment, name: string): string | null {
  const text = read(env, name);
  if (text === undefined) return null;
  if (/^[^<>@\s\p{Cc}]+@[^<>@\s\p{Cc}]+$/u.test(text)) return text;
  throw new SettingsError(`${name} is "${text}". It must be an email address, such as help@example.com.`);
}

function readBounces(env: Environment): BounceSettings | null {
  const text = read(env, 'BOUNCE_ADDRESS');
  if (text === undefined) return null;
  const address = bounceAddressIn(text);
  if (address) return { ...address, port: readPort(env, 'BOUNCE_SMTP_PORT', 2525) };
  throw new SettingsError(
    `BOUNCE_ADDRESS is "${text}". It must be an email address with at most 31 characters before the @, such as bounce@deals.example.com.`,
  );
}

function readTrustProxy(env: Environment): boolean | number | string {
  const text = read(env, 'TRUST_PROXY');
  if (text === undefined || ['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return false;
  if (['true', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (/^[0-9a-fA-F.:/, ]+$|^(loopback|linklocal|uniquelocal)$/.test(text)) return text;
  throw new SettingsError(
    `TRUST_PROXY is "${text}". It must be 0, a number of proxies such as 1, or the proxies' addresses such as 10.0.0.0/8.`,
  );
}

/**
 * `OBJECT_STORE`: unset = `DATA_DIR/objects`; an absolute path = that folder;
 * `s3://[key:secret@]bucket[?region=…][&endpoint=https://…]`, or
 * `https://[key:secret@]host/bucket[?region=…]` for an S3-compatible store.
 */
function readObjectStore(env: Environment, dataDir: string): ObjectStoreSetting {
  const text = read(env, 'OBJECT_STORE');
  if (text === undefined) return { kind: 'folder', folder: resolve(dataDir, 'objects') };
  if (text.startsWith('/')) return { kind: 'folder', folder: resolve(text) };
  const url = parseUrl('OBJECT_STORE', text, ['s3:', 'https:', 'http:']);
  const unknown = [...url.searchParams.keys()].find(
    (key) => !['endpoint', 'region', 'path_style'].includes(key),
  );
  if (unknown !== undefined) {
    throw new SettingsError(
      `OBJECT_STORE has the unknown parameter "${unknown}". Known parameters are endpoint, region, and path_style.`,
    );
  }
  const credentials =
    url.username === ''
      ? undefined
      : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) };
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.protocol === 's3:' ? (url.searchParams.get('endpoint') ?? undefined) : url.origin;
  if (endpoint !== undefined) parseUrl('The endpoint in OBJECT_STORE', endpoint, ['https:', 'http:']);
  const bucket = url.protocol === 's3:' ? url.hostname : url.pathname.replace(/^\/|\/$/g, '');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket)) {
    throw new SettingsError(
      'OBJECT_STORE names no bucket. Write s3://bucket?region=eu-central-1 or https://store.example.com/bucket.',
    );
  }
  const pathStyle = url.searchParams.has('path_style')
    ? url.searchParams.get('path_style') !== '0'
    : endpoint !== undefined;
  return {
    kind: 's3',
    bucket,
    region,
    pathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  };
}
