import { databaseEnvironment, env, loadConfig, serviceEnvironment } from '@obieg/service-kit';
import * as z from 'zod';

const schema = z
  .object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8103),
    NATS_URL: env.natsUrl.default('nats://127.0.0.1:4222'),
    IDENTITY_URL: env.httpUrl.default('http://127.0.0.1:8101'),
    /** Folder for attachments. Unused if S3_BUCKET_URL is set. */
    FILES_DIR: z.string().min(1).default('.data/files'),
    /** URL of an S3-compatible bucket in path style: https://s3.example.com/obieg. */
    S3_BUCKET_URL: env.httpUrl.optional(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  })
  .superRefine((settings, context) => {
    if (settings.S3_BUCKET_URL === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (settings[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required with S3_BUCKET_URL' });
  });

export const readConfig = (environment: NodeJS.ProcessEnv): z.infer<typeof schema> =>
  loadConfig(schema, environment);
