import { pino, type Logger } from 'pino';

/** Log levels, from least to most verbose. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The logger of this process: one JSON object per line on standard error. Log ids and reasons; never names, addresses
 * with tokens, bodies or anything else that people typed.
 */
export const log: Logger = pino(
  {
    level: 'warn',
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Errors of libraries contain whole connection objects with their secrets.
    serializers: { err: describeError },
  },
  process.stderr,
);

/** Sets how much this process logs. */
export function setLogLevel(level: LogLevel): void {
  log.level = level;
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack };
}
