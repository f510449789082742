import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger } from 'pino';

/** Structured log, on standard output unless told otherwise; what could open an account is never written. */
export const createLog = (service: string, level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.code', 'password', 'token', 'authorization'],
      censor: '[masked]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
};
