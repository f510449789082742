import { databaseEnvironment, env, loadConfig, serviceEnvironment } from '@obieg/service-kit';
import * as z from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  ...databaseEnvironment,
  PORT: env.port.default(8102),
  NATS_URL: env.natsUrl.default('nats://127.0.0.1:4222'),
  IDENTITY_URL: env.httpUrl.default('http://127.0.0.1:8101'),
});

export const readConfig = (environment: NodeJS.ProcessEnv): z.infer<typeof schema> =>
  loadConfig(schema, environment);
