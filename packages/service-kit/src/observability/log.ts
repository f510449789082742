import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'code'];

/** A separate entry next to `*.code`, so that the censor can recognize it. */
const errorCode = 'err.code';

/** Masks secrets. An error's code is not secret and explains database and network failures. */
const censor = (value: unknown, [field, part]: unknown[]): unknown =>
  field === 'err' && part === 'code' ? value : '[masked]';

/** Creates the structured logger. It never writes values that could give access to an account. */
export const createLog = (service: string, level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [errorCode, ...secrets.flatMap((name) => [name, `*.${name}`])], censor },
  };
  return destination ? pino(options, destination) : pino(options);
};
