import {
  createDatabase,
  createLog,
  createServiceParts,
  deadLetterCommands,
  migrationCommands,
  runCommandLine,
  runService,
} from '@obieg/service-kit';
import { migrations } from '../migrations/index';
import { createTasksApp } from './app';
import { readConfig } from './config';
import { consumers } from './consumers/index';
import { createSweeper } from './sweeper';
import { republishTasks } from './tasks/republish-tasks';

const name = 'svc-tasks';
const log = createLog(name, process.env['LOG_LEVEL'] ?? 'info');

const serve = async (): Promise<void> => {
  const config = readConfig(process.env);
  const db = createDatabase({ url: config.DATABASE_URL, applicationName: name, log });
  const { start, stop, ...operations } = createServiceParts({
    name,
    db,
    databaseUrl: config.DATABASE_URL,
    natsUrl: config.NATS_URL,
    identityUrl: config.IDENTITY_URL,
    migrations,
    consumers,
    log,
  });
  const sweeper = createSweeper(db, log);
  await runService({
    app: createTasksApp({ db, log, ...operations }),
    host: config.HOST,
    port: config.PORT,
    log,
    start: async () => {
      await start();
      sweeper.start();
    },
    stop: async () => {
      await sweeper.stop();
      await stop();
    },
  });
};

await runCommandLine(
  serve,
  {
    ...migrationCommands(migrations, log),
    ...deadLetterCommands(name, consumers, log),
    republish: async () => republishTasks(createDatabase({ url: readConfig(process.env).DATABASE_URL })),
  },
  log,
);
