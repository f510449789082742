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

const schema = restrictRateLimitScale(
  z.object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8101),
    ...natsEnvironment,
    ...mailEnvironment,
    RATE_LIMIT_SCALE: env.rateLimitScale,
  }),
);
export type Config = z.infer<typeof schema>;

export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);
