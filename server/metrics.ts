import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that this process measures. `GET /api/metrics` returns it in Prometheus's text format. */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });

/** Requests by route (`documents.create`, or the path of a route outside the contract), method and status. */
export const httpRequests = new Counter({
  name: 'counterpart_http_requests_total',
  help: 'HTTP requests answered.',
  labelNames: ['route', 'method', 'status'],
  registers: [metrics],
});

export const httpSeconds = new Histogram({
  name: 'counterpart_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the end of its response. Event streams are not measured.',
  labelNames: ['route', 'method'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

export const openStreams = new Gauge({
  name: 'counterpart_event_streams',
  help: 'Event streams that browsers hold open.',
  registers: [metrics],
});

/** Set at each scrape from the queue's own counts. */
export const queuedJobs = new Gauge({
  name: 'counterpart_jobs',
  help: 'Jobs in the queue, by kind and state (queued, active). The kind NAME.failed holds jobs that failed for good.',
  labelNames: ['kind', 'state'],
  registers: [metrics],
});

/** Set at each scrape. */
export const databaseConnections = new Gauge({
  name: 'counterpart_database_connections',
  help: 'Connections of each pool by state: in_use, idle, and waiting (callers without a connection yet). The job queue has a pool of its own, which is not counted.',
  labelNames: ['pool', 'state'],
  registers: [metrics],
});

export const storeSeconds = new Histogram({
  name: 'counterpart_object_store_duration_seconds',
  help: 'Time of calls to the object store, by operation and outcome (ok, failed).',
  labelNames: ['operation', 'outcome'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [metrics],
});

export const conversions = new Histogram({
  name: 'counterpart_conversion_duration_seconds',
  help: 'Time of attempts to convert a document, by outcome (complete, failed).',
  labelNames: ['outcome'],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  registers: [metrics],
});

export const bounces = new Counter({
  name: 'counterpart_bounces_total',
  help: 'Emails received at BOUNCE_ADDRESS, by outcome: failed (an email couldn’t be delivered), ignored (delays, receipts, automatic replies), refused (another address).',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const cspReports = new Counter({
  name: 'counterpart_csp_reports_total',
  help: "Violations of the pages' content security policy that browsers reported, by directive.",
  labelNames: ['directive'],
  registers: [metrics],
});
