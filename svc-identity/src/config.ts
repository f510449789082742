import {
  databaseEnvironment,
  env,
  loadConfig,
  restrictRateLimitScale,
  serviceEnvironment,
} from '@obieg/service-kit';
import * as z from 'zod';

const schema = restrictRateLimitScale(
  z.object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8101),
    NATS_URL: env.natsUrl.default('nats://127.0.0.1:4222'),
    SMTP_URL: env.smtpUrl.default('smtp://127.0.0.1:8026'),
    MAIL_FROM: z.string().default('Obieg <no-reply@obieg.test>'),
    /** Links in mails use only these settings, never the request. */
    PUBLIC_PROTOCOL: z.enum(['http', 'https']).default('http'),
    PUBLIC_PORT: env.port.optional(),
    BASE_DOMAIN: env.baseDomain.default('obieg.localhost'),
    RATE_LIMIT_SCALE: env.rateLimitScale,
  }),
);
export type Config = z.infer<typeof schema>;

export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);
