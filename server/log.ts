import { pino, type Logger } from 'pino';

/** Structured logging levels, from quiet to talkative. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The logger of this process: one JSON object a line on standard error. Log ids and reasons; never names, addresses with
 * tokens, bodies or anything else that people typed.
 */
export const log: Logger = pino(
  { level: 'warn', base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
  process.stderr,
);

/** Sets how much this process logs. */
export function setLogLevel(level: LogLevel): void {
  log.level = level;
}
