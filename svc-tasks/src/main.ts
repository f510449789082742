import {
  createDatabase,
  createHttpServer,
  createIdentityClient,
  createKeyStore,
  createLog,
  createServiceParts,
  deadLetterCommands,
  migrationCommands,
  republishRemovals,
  runCommandLine,
  runService,
} from '@obieg/service-kit';
import { createAddressRules, resolveHost } from '@obieg/service-kit/guarded-network';
import { createMailMetrics, mailQueue, organizationUrlOf } from '@obieg/service-kit/mail';
import * as z from 'zod';
import { migrations } from '../migrations/index';
import { createTasksApp } from './app';
import { createConfiguredStore } from './attachments/storage/configured-store';
import { readConfig } from './config';
import { consumers } from './consumers/index';
import { createLinkReaderWorker, linkReaderQueue } from './links/link-reader-changes';
import { createLiveStreams } from './live/live-streams';
import { taskUpdateTypes, toTaskUpdate } from './live/task-updates';
import { createTaskMailer } from './mail/task-mailer';
import { importAnswer } from './mail-in/import-answer';
import { createMailIn } from './mail-in/mail-in';
import { createMailInMetrics } from './mail-in/mail-in.metrics';
import { mailInQueue } from './mail-in/mail-in-queue';
import { createMailboxMetrics } from './mail-in/mailbox.metrics';
import { newsQueue } from './news-queue/queue-news';
import { createNewsDeliverer } from './notifications/news-deliverer';
import { republishTasks } from './republish';
import { createSearchIndexer } from './search/search-indexer';
import { searchQueue } from './search/search-queue';
import { createSweeper } from './sweeper';
import { targetTimer } from './targets/clocks.repo';
import { createRecountMetrics } from './targets/recount.metrics';
import { createTargetRecounter } from './targets/recount-targets';
import { runTargetTimers } from './targets/target-timers';
import { explainQueries } from './task-list/explain-queries';
import { timerQueue } from './timers/timer-queue';
import { createTimerWorker } from './timers/timer-worker';
import { createFanOut, webhookQueue } from './webhooks/fan-out';
import { createWebhookSecrets } from './webhooks/secrets';
import { createWebhookSender } from './webhooks/webhook-sender';
import { createWebhookMetrics } from './webhooks/webhooks.metrics';

const name = 'svc-tasks';
const queues = [searchQueue, newsQueue, linkReaderQueue, mailQueue, webhookQueue, mailInQueue, timerQueue];
const log = createLog(name, process.env['LOG_LEVEL'] ?? 'info');

/** Slow mobile connections need minutes to upload 10 MB. Equals the gateway's timeout. */
const requestTimeoutMs = 300_000;

const bytesPerMb = 1024 * 1024;

const id = z.coerce.number().int().positive();
const explainArguments = z.tuple([id, id, id]);

const serve = async (): Promise<void> => {
  const config = readConfig(process.env);
  const db = createDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: name,
    log,
  });
  const streams = createLiveStreams(log);
  const { start, stop, ...operations } = createServiceParts({
    name,
    db,
    natsUrl: config.NATS_URL,
    streamReplicas: config.NATS_STREAM_REPLICAS,
    identity: createIdentityClient(() => config.IDENTITY_URL),
    migrations,
    consumers,
    queues,
    subscription: {
      types: taskUpdateTypes,
      handle: (event) => streams.publish(toTaskUpdate(event)),
    },
    keyStore: createKeyStore(db),
    log,
  });
  const store = createConfiguredStore(config);
  const organizationUrl = organizationUrlOf(config);
  const searchIndexer = createSearchIndexer(db, log);
  const linkReaderWorker = createLinkReaderWorker(db, log);
  const mailer = createTaskMailer({
    db,
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    batchSeconds: config.MAIL_BATCH_SECONDS,
    organizationUrl,
    replyAddress: config.REPLY_ADDRESS,
    log,
    metrics: createMailMetrics(operations.metrics.registry),
  });
  const pendingQuotas = {
    addressBytes: config.PENDING_MB_PER_ADDRESS * bytesPerMb,
    organizationBytes: config.PENDING_MB_PER_ORGANIZATION * bytesPerMb,
  };
  const mailboxUrl = config.MAIL_IN_URL;
  const mailboxMetrics = createMailboxMetrics(operations.metrics.registry, mailboxUrl !== undefined);
  const mailIn =
    config.REPLY_ADDRESS === undefined
      ? undefined
      : createMailIn({
          db,
          store,
          quotas: pendingQuotas,
          replyAddress: config.REPLY_ADDRESS,
          mailFrom: config.MAIL_FROM,
          trustedServer: config.MAIL_TRUSTED_SERVER,
          mailbox: mailboxUrl === undefined ? undefined : { url: mailboxUrl, metrics: mailboxMetrics },
          metrics: createMailInMetrics(operations.metrics.registry),
          log,
        });
  const healthChecks = [
    ...operations.healthChecks,
    // Everything except attachments works without the store.
    { name: 'attachments', isEssential: false, check: store.check },
    mailer.healthCheck,
    ...(mailIn?.healthChecks ?? []),
  ];
  const newsDeliverer = createNewsDeliverer(db, log);
  const timerWorker = createTimerWorker({ db, log, kinds: { [targetTimer]: runTargetTimers } });
  const targetRecounter = createTargetRecounter(db, log);
  createRecountMetrics(operations.metrics.registry, db);
  const sweeper = createSweeper(db, store, log);
  const webhooks = {
    secretBox: config.WEBHOOK_KEYS.length > 0 ? createWebhookSecrets(config.WEBHOOK_KEYS) : undefined,
    rules: createAddressRules(config.WEBHOOK_NETWORKS),
    resolveHost,
  };
  const fanOut = createFanOut(db, log);
  const webhookMetrics = createWebhookMetrics(operations.metrics.registry, db);
  const webhookSender =
    webhooks.secretBox &&
    createWebhookSender({
      ...webhooks,
      secretBox: webhooks.secretBox,
      db,
      organizationUrl: organizationUrlOf(config),
      log,
      metrics: webhookMetrics,
    });
  await runService({
    app: createTasksApp({
      db,
      store,
      streams,
      log,
      pendingQuotas,
      bulkTasksPerMinute: config.BULK_TASKS_PER_MINUTE,
      organizationUrl,
      webhooks,
      receiveMail: mailIn?.receiveMail,
      replyAddress: config.REPLY_ADDRESS,
      ...operations,
      healthChecks,
    }),
    createServer: (app) => Object.assign(createHttpServer(app), { requestTimeout: requestTimeoutMs }),
    host: config.HOST,
    port: config.PORT,
    shutdownNoticeMs: config.SHUTDOWN_NOTICE_MS,
    log,
    start: async () => {
      await start();
      sweeper.start();
      searchIndexer.start();
      linkReaderWorker.start();
      mailer.start();
      newsDeliverer.start();
      timerWorker.start();
      targetRecounter.start();
      mailIn?.start();
      fanOut.start();
      webhookSender?.start();
    },
    endStreams: streams.close,
    stop: async () => {
      await sweeper.stop();
      await searchIndexer.stop();
      await linkReaderWorker.stop();
      await mailer.stop();
      await newsDeliverer.stop();
      await timerWorker.stop();
      await targetRecounter.stop();
      await mailIn?.stop();
      await fanOut.stop();
      await webhookSender?.stop();
      await stop();
    },
  });
};

await runCommandLine(
  serve,
  {
    ...migrationCommands(migrations, log),
    ...deadLetterCommands(name, consumers, log, queues),
    explain: async (args) => {
      const [organizationId, userId, publicTaskId] = explainArguments.parse(args);
      const db = createDatabase({ url: readConfig(process.env).DATABASE_URL });
      for (const explained of await explainQueries(db, { organizationId, userId }, publicTaskId))
        log.info(explained);
    },
    'import-answer': async () => {
      const db = createDatabase({ url: readConfig(process.env).DATABASE_URL });
      await importAnswer(db, process.env);
    },
    republish: async () => {
      const db = createDatabase({ url: readConfig(process.env).DATABASE_URL });
      await republishRemovals(db);
      await republishTasks(db, log);
    },
  },
  log,
);
