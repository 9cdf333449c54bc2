import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';
import { OPERATIONS } from '../operations-routes.ts';

/** Defines what our pages may load and who may frame them. The object store has its own origin. */
export async function protectPages(app: FastifyInstance, settings: Settings): Promise<void> {
  const store = storeOrigin(settings);
  const uploads = settings.resumableUploads ? [settings.storePublicUrl] : [];
  const https = settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // The virtual list and drag previews place rows by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: [...new Set(["'self'", store, ...uploads])],
        imgSrc: ["'self'", 'data:', 'blob:', store],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [OPERATIONS.csp],
        reportTo: ['csp'],
      },
    },
    // The DMS popup must find its opener, and thumbnails come from the store's origin on the same site.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  // For `report-to` above. Browsers that support it ignore `report-uri`.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('reporting-endpoints', `csp="${OPERATIONS.csp}"`);
  });
  if (settings.embedOrigins.length > 0) letFrame(app, settings.embedOrigins);
}

const EMBEDDED = /^\/transaction\/embed(?:[/?]|$)/;

/** Lets these origins frame the page for frames, and no others. Runs after helmet's own hook. */
function letFrame(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!EMBEDDED.test(request.url)) return;
    const policy = String(reply.getHeader('content-security-policy'));
    const framed = policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`);
    reply.header('content-security-policy', framed).removeHeader('x-frame-options');
  });
}

function storeOrigin({ objectStore, storePublicUrl }: Settings): string {
  if (objectStore.kind === 'folder') return storePublicUrl;
  const { endpoint, bucket, region, pathStyle } = objectStore;
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}
