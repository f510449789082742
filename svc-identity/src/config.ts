import {
  databaseEnvironment,
  env,
  loadConfig,
  natsEnvironment,
  restrictRateLimitScale,
  serviceEnvironment,
} from '@obieg/service-kit';
import { networksSetting } from '@obieg/service-kit/guarded-network';
import { mailEnvironment } from '@obieg/service-kit/mail';
import * as z from 'zod';

/** Everybody can read it here, so it protects nothing. */
const developmentKey = Buffer.alloc(32, 'obieg-development');

const schema = restrictRateLimitScale(
  z.object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8101),
    ...natsEnvironment,
    ...mailEnvironment,
    RATE_LIMIT_SCALE: env.rateLimitScale,
    SECRET_KEYS: env.secretKeys.optional(),
    /** Networks in which identity providers may be although they are private, also by plain HTTP. */
    SSO_NETWORKS: networksSetting.default([]),
  }),
).transform(({ SECRET_KEYS, ...config }) => ({
  ...config,
  SECRET_KEYS: SECRET_KEYS ?? (config.NODE_ENV === 'production' ? [] : [developmentKey]),
}));
export type Config = z.infer<typeof schema>;

export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);
