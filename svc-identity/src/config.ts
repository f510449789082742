import {
  databaseEnvironment,
  env,
  loadConfig,
  natsEnvironment,
  restrictRateLimitScale,
  serviceEnvironment,
} from '@obieg/service-kit';
import { mailEnvironment } from '@obieg/service-kit/mail';
import * as z from 'zod';

const secretKeyBytes = 32;

/** Keys in Base64, separated by commas. */
const secretKeys = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== '')
      .map((key) => Buffer.from(key, 'base64')),
  )
  .refine((keys) => keys.every((key) => key.length === secretKeyBytes), {
    message: `each key must be ${secretKeyBytes} bytes in Base64; make one by: openssl rand -base64 32`,
  });

/** Everybody can read it here, so it protects nothing. */
const developmentKey = Buffer.alloc(secretKeyBytes, 'obieg-development');

const schema = restrictRateLimitScale(
  z.object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8101),
    ...natsEnvironment,
    ...mailEnvironment,
    RATE_LIMIT_SCALE: env.rateLimitScale,
    SECRET_KEYS: secretKeys.optional(),
  }),
).transform(({ SECRET_KEYS, ...config }) => ({
  ...config,
  SECRET_KEYS: SECRET_KEYS ?? (config.NODE_ENV === 'production' ? [] : [developmentKey]),
}));
export type Config = z.infer<typeof schema>;

export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);
