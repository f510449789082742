import {
  createDatabase,
  createLog,
  createSecretBox,
  createServiceParts,
  deadLetterCommands,
  migrationCommands,
  runCommandLine,
  runService,
} from '@obieg/service-kit';
import { createAddressRules, resolveHost } from '@obieg/service-kit/guarded-network';
import {
  createMailer,
  createMailMetrics,
  mailQueue,
  mainUrlOf,
  organizationUrlOf,
} from '@obieg/service-kit/mail';
import { migrations } from '../migrations/index';
import { createIdentityApp } from './app';
import { type Config, readConfig } from './config';
import { createConsumers } from './consumers/index';
import { createProviderClient } from './identity-providers/provider-client';
import { reencryptProviders } from './identity-providers/reencrypt-providers';
import { resolveTxt } from './identity-providers/resolve-txt';
import { createMemberMailSender } from './invitations/send-member-mails';
import { createSigningKeys } from './keys/signing-keys';
import { composeQueued } from './mail/mails';
import { createNameFiller } from './members/fill-name-skeletons';
import { republishPeople } from './republish';
import { importTotp } from './second-factor/import-totp';
import { reencryptFactors } from './second-factor/reencrypt-secrets';
import { operatorOrigin } from './security-log/origin';
import { createOwnIdentitySource } from './sessions/own-identity-source';
import { createSweeper } from './sweep';
import { createSuperAdmin } from './users/super-admin';
import { readSuperAdminAccount } from './users/super-admin-account';

const name = 'svc-identity';
const queues = [mailQueue];
const log = createLog(name, process.env['LOG_LEVEL'] ?? 'info');
const openDatabase = ({ DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize }: Config) =>
  createDatabase({ url, poolSize, applicationName: name, log });

const consumers = createConsumers(log);

const serve = async (): Promise<void> => {
  const config = readConfig(process.env);
  const db = openDatabase(config);
  const keys = createSigningKeys(db);
  const identity = createOwnIdentitySource(db, keys);
  const { metrics, healthChecks, authenticate, start, stop } = createServiceParts({
    name,
    db,
    natsUrl: config.NATS_URL,
    streamReplicas: config.NATS_STREAM_REPLICAS,
    identity,
    migrations,
    consumers,
    queues,
    log,
  });
  const mailer = createMailer({
    db,
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    log,
    metrics: createMailMetrics(metrics.registry),
    compose: composeQueued,
  });
  const sweeper = createSweeper(db, log);
  const nameFiller = createNameFiller(db, log);
  const memberMails = createMemberMailSender({
    db,
    organizationUrl: organizationUrlOf(config),
    rateLimitScale: config.RATE_LIMIT_SCALE,
    log,
  });
  const reach = { rules: createAddressRules(config.SSO_NETWORKS), resolveHost };
  const providerClient = createProviderClient(reach);
  const app = createIdentityApp({
    db,
    keys,
    box: createSecretBox(config.SECRET_KEYS),
    identity,
    log,
    metrics,
    healthChecks: [...healthChecks, mailer.healthCheck],
    authenticate,
    site: {
      domain: config.BASE_DOMAIN,
      mainOrigin: new URL(mainUrlOf(config)).origin,
      organizationUrl: organizationUrlOf(config),
    },
    providers: { reach, resolveTxt, client: providerClient },
    rateLimitScale: config.RATE_LIMIT_SCALE,
  });
  await runService({
    app,
    host: config.HOST,
    port: config.PORT,
    shutdownNoticeMs: config.SHUTDOWN_NOTICE_MS,
    log,
    start: async () => {
      mailer.start();
      sweeper.start();
      await start();
      nameFiller.start();
      memberMails.start();
    },
    stop: async () => {
      await Promise.all([sweeper.stop(), nameFiller.stop(), memberMails.stop()]);
      await mailer.stop();
      await providerClient.close();
      await stop();
    },
  });
};

await runCommandLine(
  serve,
  {
    ...migrationCommands(migrations, log),
    ...deadLetterCommands(name, consumers, log, queues),
    republish: async () => republishPeople(openDatabase(readConfig(process.env)), log),
    'rotate-keys': async () => createSigningKeys(openDatabase(readConfig(process.env))).rotate(),
    'reencrypt-secrets': async () => {
      const config = readConfig(process.env);
      const db = openDatabase(config);
      const box = createSecretBox(config.SECRET_KEYS);
      // All of them, so that older keys can be removed.
      const count = (await reencryptFactors(db, box)) + (await reencryptProviders(db, box));
      log.info({ count }, 'secrets encrypted with the newest key');
    },
    'import-totp': async () => {
      const config = readConfig(process.env);
      const box = createSecretBox(config.SECRET_KEYS);
      await importTotp(openDatabase(config), box, process.env, operatorOrigin(log));
    },
    'create-super-admin': async () => {
      const account = readSuperAdminAccount(process.env);
      const db = openDatabase(readConfig(process.env));
      await createSuperAdmin(db, account, operatorOrigin(log));
    },
  },
  log,
);
