import {
  databaseEnvironment,
  env,
  loadConfig,
  natsEnvironment,
  serviceEnvironment,
} from '@obieg/service-kit';
import * as z from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  ...databaseEnvironment,
  PORT: env.port.default(8102),
  ...natsEnvironment,
  IDENTITY_URL: env.httpOrigins.default(['http://127.0.0.1:8101']),
});

export const readConfig = (environment: NodeJS.ProcessEnv): z.infer<typeof schema> =>
  loadConfig(schema, environment);
