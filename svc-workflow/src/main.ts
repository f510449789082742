import {
  createDatabase,
  createIdentityClient,
  createKeyStore,
  createLog,
  createServiceParts,
  deadLetterCommands,
  migrationCommands,
  runCommandLine,
  runService,
} from '@obieg/service-kit';
import { migrations } from '../migrations/index';
import { createWorkflowApp } from './app';
import { createCheckThreads } from './check/check-threads';
import { readConfig } from './config';
import { republishConfigurations } from './configuration/configuration.service';
import { consumers } from './consumers/index';

const name = 'svc-workflow';
const log = createLog(name, process.env['LOG_LEVEL'] ?? 'info');

const serve = async (): Promise<void> => {
  const config = readConfig(process.env);
  const db = createDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: name,
    log,
  });
  const { start, stop, ...operations } = createServiceParts({
    name,
    db,
    natsUrl: config.NATS_URL,
    streamReplicas: config.NATS_STREAM_REPLICAS,
    identity: createIdentityClient(() => config.IDENTITY_URL),
    migrations,
    consumers,
    keyStore: createKeyStore(db),
    log,
  });
  const checkThreads = createCheckThreads(new URL('./check.worker.mjs', import.meta.url), log);
  await runService({
    app: createWorkflowApp({ db, log, runCheck: checkThreads.run, ...operations }),
    host: config.HOST,
    port: config.PORT,
    shutdownNoticeMs: config.SHUTDOWN_NOTICE_MS,
    log,
    start,
    stop: async () => {
      await checkThreads.stop();
      await stop();
    },
  });
};

await runCommandLine(
  serve,
  {
    ...migrationCommands(migrations, log),
    ...deadLetterCommands(name, consumers, log),
    republish: async () =>
      republishConfigurations(createDatabase({ url: readConfig(process.env).DATABASE_URL }), log),
  },
  log,
);
