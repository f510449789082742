import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Structured log on standard output; what could open an account is never written. */
export const createLog = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.code', 'password', 'token', 'authorization'],
      censor: '[masked]',
    },
  });
