import { emailSchema } from '@obieg/contracts';
import {
  databaseEnvironment,
  env,
  loadConfig,
  natsEnvironment,
  serviceEnvironment,
} from '@obieg/service-kit';
import { networksSetting } from '@obieg/service-kit/guarded-network';
import { mailEnvironment } from '@obieg/service-kit/mail';
import * as z from 'zod';

const schema = z
  .object({
    ...serviceEnvironment,
    ...databaseEnvironment,
    PORT: env.port.default(8103),
    ...natsEnvironment,
    IDENTITY_URL: env.httpOrigins.default(['http://127.0.0.1:8101']),
    ...mailEnvironment,
    /** News of a task within this time are one mail. */
    MAIL_BATCH_SECONDS: z.coerce.number().int().min(0).max(86_400).default(600),
    /** Address whose tagged forms take answers and new tasks: reply@example.com. Without it, no mails are read. */
    REPLY_ADDRESS: emailSchema.optional(),
    /** Mailbox of that address: imaps://user:password@host/INBOX. Without it, a server hands mails over. */
    MAIL_IN_URL: env.imapUrl.optional(),
    /** Name of the own mail server in `Authentication-Results`. Mails without its `dmarc=pass` make nothing. */
    MAIL_TRUSTED_SERVER: z.string().min(1).optional(),
    /** Folder for attachments. Unused if S3_BUCKET_URL is set. */
    FILES_DIR: z.string().min(1).default('.data/files'),
    /** URL of an S3-compatible bucket in path style: https://s3.example.com/obieg. */
    S3_BUCKET_URL: env.httpUrl.optional(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** Storage for files of unverified visitors, in MB. One network can use a twentieth, which must hold a file. */
    PENDING_MB_PER_ADDRESS: z.coerce.number().int().positive().default(200),
    PENDING_MB_PER_ORGANIZATION: z.coerce.number().int().min(200).default(1_024),
    /** Tasks in bulk actions of one user. One call can have 500. */
    BULK_TASKS_PER_MINUTE: z.coerce.number().int().min(500).default(2_000),
    /** Networks that webhooks may reach although they are private, also by plain HTTP. */
    WEBHOOK_NETWORKS: networksSetting.default([]),
    /** Keys that encrypt the secrets of webhooks: 32 bytes in Base64. Without one, webhooks cannot be made. */
    WEBHOOK_KEYS: env.secretKeys.default([]),
  })
  .superRefine((settings, context) => {
    if (settings.MAIL_IN_URL !== undefined && settings.REPLY_ADDRESS === undefined)
      context.addIssue({ code: 'custom', path: ['REPLY_ADDRESS'], message: 'is required with MAIL_IN_URL' });
    if (settings.S3_BUCKET_URL === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (settings[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required with S3_BUCKET_URL' });
  });

export const readConfig = (environment: NodeJS.ProcessEnv): z.infer<typeof schema> =>
  loadConfig(schema, environment);
