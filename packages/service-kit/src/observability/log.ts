import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'code'];

/**
 * Codes of errors: names such as `ECONNREFUSED`, PostgreSQL's five characters, status codes. Codes that sign somebody in
 * have six digits, or 43 letters and digits, and never match.
 */
const errorCode = /^(?:[A-Z][A-Z0-9_]{1,39}|[0-9A-Z]{3,5})$/;

/** Masks secrets. The code of an error is not secret and explains failures of the database, the network and mails. */
const censor = (value: unknown, path: unknown[]): unknown =>
  path.at(-1) === 'code' && errorCode.test(String(value)) ? value : '[masked]';

/** Creates the structured logger. It never writes values that could give access to an account. */
export const createLog = (service: string, level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor },
  };
  return destination ? pino(options, destination) : pino(options);
};
