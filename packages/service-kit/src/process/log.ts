import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'code'];

/** Named beside `*.code`, or the censor would not learn whose code it is. */
const errorCode = 'err.code';

/** Secrets are masked; the code of an error is none, and says why the database or the network failed. */
const censor = (value: unknown, [field, part]: unknown[]): unknown =>
  field === 'err' && part === 'code' ? value : '[masked]';

/** Structured log, on standard output unless told otherwise; what could open an account is never written. */
export const createLog = (service: string, level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [errorCode, ...secrets.flatMap((name) => [name, `*.${name}`])], censor },
  };
  return destination ? pino(options, destination) : pino(options);
};
