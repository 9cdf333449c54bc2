import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { GrowingDelay } from '../auth/growing-delay.ts';
import { log } from '../log.ts';
import { cspReports, databaseConnections, metrics, queuedJobs } from '../metrics.ts';
import { poolCounts } from '../postgres/connection-pool.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import { isLoopback, type Settings } from '../settings.ts';
import { FOREIGN_STORE, ownerOfStore } from '../store/installation.ts';
import { isAskedHere } from './is-asked-here.ts';

/** Routes for the server's operator. They are outside the contract: our clients never call them. */
export const OPERATIONS = {
  live: '/api/health/live',
  ready: '/api/health/ready',
  metrics: '/api/metrics',
  csp: '/api/csp-report',
} as const;

/** How long the database and the object store may take to answer before the server counts as not ready. */
const READY_MS = 2000;

/** Browsers send a report for every violation: a page with an extension may send many. */
const CSP_REPORTS = { free: 20, first: 1000, most: 60_000, forgetAfter: 120_000 };

export function routeOperations(app: FastifyInstance, services: Services): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get(OPERATIONS.live, async (_request, reply) => reply.send({ status: 'ok' }));
  app.get(OPERATIONS.ready, async (_request, reply) => {
    let warnings: string[] = [];
    const checks = {
      database: await answers(() => sql`select 1`.execute(services.db)),
      object_store: await answers(() => services.objects.stat('health/ready')),
    };
    const ready = !stopping && checks.database && checks.object_store;
    if (ready)
      await answers(async () => {
        if ((await ownerOfStore(services)) === 'another') warnings = [FOREIGN_STORE];
      });
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...checks, ...(warnings.length > 0 && { warnings }) });
  });
  app.get(OPERATIONS.metrics, async (request, reply) => {
    // To everyone else, the path does not exist.
    if (!mayReadMetrics(request, services.settings)) throw notFound();
    for (const { kind, queued, active } of await services.jobs.counts()) {
      queuedJobs.set({ kind, state: 'queued' }, queued);
      queuedJobs.set({ kind, state: 'active' }, active);
    }
    countConnections();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
  routeCspReports(app, services);
}

function countConnections(): void {
  databaseConnections.reset();
  for (const { pool, inUse, idle, waiting } of poolCounts()) {
    databaseConnections.inc({ pool, state: 'in_use' }, inUse);
    databaseConnections.inc({ pool, state: 'idle' }, idle);
    databaseConnections.inc({ pool, state: 'waiting' }, waiting);
  }
}

/** Returns whether the call succeeds within the time limit. */
async function answers(call: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), READY_MS);
  });
  try {
    return await Promise.race([
      call().then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function mayReadMetrics(request: FastifyRequest, settings: Settings): boolean {
  const { metricsToken: token } = settings;
  // A proxy on this machine may forward requests under a loopback name, so only a token identifies the caller in that case.
  if (token === null) return isLoopback(settings) && isAskedHere(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const reportSchema = z.object({
  'effective-directive': z.string().optional(),
  'violated-directive': z.string().optional(),
  'blocked-uri': z.string().optional(),
});
const reportsSchema = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: z.string().optional(), blockedURL: z.string().optional() }),
  }),
);

type Violation = { directive: string; blocked: string };

/** Accepts both formats in which browsers report: `report-uri` (one object) and the Reporting API (a list). */
function routeCspReports(app: FastifyInstance, services: Services): void {
  const delays = new GrowingDelay(CSP_REPORTS, () => services.now());
  app.post(OPERATIONS.csp, { bodyLimit: 16_384 }, async (request, reply) => {
    for (const { directive, blocked } of violationsOf(request.body)) {
      cspReports.inc({ directive });
      if (delays.wait(request.ip) > 0) continue;
      delays.count(request.ip);
      log.warn({ directive, blocked }, 'a browser reported a violation of the content security policy');
    }
    return reply.code(204).send();
  });
}

/** Returns the violations in a report, or none if it can't be read: anyone can send anything here. */
function violationsOf(body: unknown): Violation[] {
  const parsed = parseJson(body);
  const single = z.object({ 'csp-report': reportSchema }).safeParse(parsed);
  if (single.success) {
    const report = single.data['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive'];
    return [violation(directive, report['blocked-uri'])];
  }
  const list = reportsSchema.safeParse(parsed);
  if (!list.success) return [];
  return list.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, 10)
    .map((report) => violation(report.body.effectiveDirective, report.body.blockedURL));
}

/** Returns only the origin of what was blocked, because paths and queries may name deals or contain tokens. */
function violation(directive = '', blocked = ''): Violation {
  const known = KNOWN_DIRECTIVES.has(directive);
  return {
    directive: known ? directive : 'other',
    blocked: URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 20),
  };
}

/** A closed list, so that nobody can fill the metrics with arbitrary names. */
const KNOWN_DIRECTIVES: ReadonlySet<string> = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
]);

function parseJson(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) return null;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}
