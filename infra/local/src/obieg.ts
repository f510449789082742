import { join } from 'node:path';
import type { ServiceDatabase } from './databases';
import { deployStatic } from './deploy-static';
import { lockDataFolder } from './launch-lock';
import { type MailInbox, startMailInbox } from './mail/mail-inbox';
import { ensureSuperAdmin, readSuperAdmin, seedEmptyDatabase } from './obieg-demo';
import {
  type ChosenPorts,
  checkBuilt,
  choosePorts,
  type DatabaseName,
  defaultPorts,
  frontends,
  nodeProgram,
  type ObiegPorts,
  runToEnd,
  services,
} from './obieg-parts';
import { ensureDatabases, runNats, runPostgres } from './obieg-servers';
import { isServiceReady } from './site-client';
import { createSupervisor, type Supervisor } from './supervisor';

export interface ObiegOptions {
  /**
   * Folder of all persistent data: database, streams, mails, attachments, logs, frontends. One launcher at a time.
   */
  dataDir: string;
  /** Preferred ports; 0 for any free port, `any` for all of them. A port in use is replaced. */
  ports?: Partial<ObiegPorts> | 'any';
  /** Seed an empty database with demo data. Default: true. Never with NODE_ENV=production. */
  demo?: boolean;
  /** Environment variables for all services, over those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Receives progress lines. */
  log?(line: string): void;
  /** Receives every output line of a service. */
  onOutput?(name: string, line: string): void;
  /** Aborts the start and stops what has started. */
  signal?: AbortSignal;
}

export interface Obieg {
  baseDomain: string;
  ports: ObiegPorts;
  /** Address of an organization, or of the main domain. */
  gatewayUrl(codeName?: string): string;
  /** Undefined if SMTP_URL names a real server. */
  mail: MailInbox | undefined;
  /** Names: svc-identity, svc-workflow, svc-tasks, gateway, and postgres and nats unless they are external. */
  processes: Pick<Supervisor, 'kill' | 'stop' | 'restart'>;
  pids(): Record<string, number>;
  stop(): Promise<void>;
}

const anyPorts = Object.fromEntries(
  Object.keys(defaultPorts).map((name) => [name, 0]),
) as unknown as ObiegPorts;

/** Waits for all promises, even after a failure, so that clean-up does not run beside unfinished work. */
const awaitAll = async <T extends readonly unknown[]>(
  ...work: { [K in keyof T]: Promise<T[K]> }
): Promise<T> => {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T;
};

interface Addresses {
  ports: ObiegPorts;
  baseDomain: string;
  natsUrl: string;
  smtpUrl: string;
  staticRoot: string;
  filesDir: string;
}

/** Environment of each process. */
const environments = (
  env: NodeJS.ProcessEnv,
  { ports, baseDomain, natsUrl, smtpUrl, staticRoot, filesDir }: Addresses,
  databases: Record<DatabaseName, ServiceDatabase>,
) => {
  const common = {
    ...env,
    // Only the launcher may know the administrator's address.
    DATABASE_URL: undefined,
    SUPER_ADMIN_PASSWORD: undefined,
    HOST: '127.0.0.1',
    NODE_ENV: env['NODE_ENV'] ?? 'development',
    NATS_URL: natsUrl,
    IDENTITY_URL: `http://127.0.0.1:${ports.identity}`,
    BASE_DOMAIN: baseDomain,
    PUBLIC_PROTOCOL: env['PUBLIC_PROTOCOL'] ?? 'http',
    PUBLIC_PORT: env['PUBLIC_PORT'] ?? String(ports.gateway),
    SMTP_URL: smtpUrl,
    FILES_DIR: filesDir,
  };
  const service = (database: DatabaseName) => ({
    ...common,
    PORT: String(ports[database]),
    DATABASE_URL: databases[database].appUrl,
  });
  return {
    service,
    migration: (database: DatabaseName) => ({
      ...service(database),
      MIGRATION_DATABASE_URL: databases[database].ownerUrl,
    }),
    gateway: {
      ...common,
      PORT: String(ports.gateway),
      WORKFLOW_URL: `http://127.0.0.1:${ports.workflow}`,
      TASKS_URL: `http://127.0.0.1:${ports.tasks}`,
      STATIC_ROOT: staticRoot,
    },
  };
};

const launch = async (
  options: ObiegOptions,
  { ports, release }: ChosenPorts,
  supervisor: Supervisor,
  onInboxOpen: (inbox: MailInbox) => void,
): Promise<Pick<Obieg, 'baseDomain' | 'ports' | 'gatewayUrl' | 'mail'>> => {
  const { dataDir, log = () => undefined, demo = true } = options;
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const baseDomain = env['BASE_DOMAIN'] ?? 'obieg.localhost';
  const staticRoot = join(dataDir, 'static');
  const { DATABASE_URL: adminUrl, NATS_URL: externalNats, SMTP_URL: externalSmtp } = env;

  const openInbox = async (): Promise<MailInbox> => {
    const { smtp: smtpPort, mailPage: httpPort } = ports;
    const inbox = await startMailInbox({ smtpPort, httpPort, folder: join(dataDir, 'mails') });
    onInboxOpen(inbox);
    return inbox;
  };
  await release('postgres', 'nats', 'smtp', 'mailPage');
  const [postgres, nats, inbox] = await awaitAll(
    adminUrl === undefined
      ? runPostgres({ supervisor, dataDir, port: ports.postgres })
      : Promise.resolve({ url: adminUrl, port: ports.postgres }),
    externalNats === undefined
      ? runNats({ supervisor, dataDir, port: ports.nats })
      : Promise.resolve({ url: externalNats, port: ports.nats }),
    externalSmtp === undefined ? openInbox() : Promise.resolve(undefined),
    deployStatic({ staticRoot, ...frontends }),
  );
  Object.assign(ports, { postgres: postgres.port, nats: nats.port });
  log('database, event streams and mail inbox run; frontends are deployed');

  const smtpUrl = inbox?.smtpUrl ?? externalSmtp ?? '';
  const databases = await ensureDatabases(postgres.url, dataDir);
  const filesDir = env['FILES_DIR'] ?? join(dataDir, 'files');
  const addresses = { ports, baseDomain, natsUrl: nats.url, smtpUrl, staticRoot, filesDir };
  const environment = environments(env, addresses, databases);
  await awaitAll(
    ...services.map(({ name, database }) =>
      runToEnd(`migrating ${name}`, nodeProgram(name, environment.migration(database), 'migrate')),
    ),
  );
  log('databases are migrated');

  await release();
  await awaitAll(
    ...services.map(({ name, database }) =>
      supervisor.start({
        name,
        program: nodeProgram(name, environment.service(database)),
        isReady: () => isServiceReady(ports[database]),
      }),
    ),
    supervisor.start({
      name: 'gateway',
      program: nodeProgram('gateway', environment.gateway),
      isReady: () => isServiceReady(ports.gateway),
    }),
  );
  log('services and gateway are ready');

  const gatewayUrl = (codeName?: string): string =>
    `http://${codeName === undefined ? '' : `${codeName}.`}${baseDomain}:${ports.gateway}`;
  const superAdmin = readSuperAdmin(env);
  if (!superAdmin) log('SUPER_ADMIN_PASSWORD is not set: no administrator is created');
  if (superAdmin) {
    const isNew = await ensureSuperAdmin(gatewayUrl(), superAdmin, environment.service('identity'));
    if (demo && env['NODE_ENV'] !== 'production') {
      const gatewayEnv = environment.gateway;
      await seedEmptyDatabase({
        supervisor,
        dataDir,
        baseDomain,
        gatewayEnv,
        smtpUrl,
        inbox,
        superAdmin,
        isNew,
        log,
      });
    }
  }
  return { baseDomain, ports, gatewayUrl, mail: inbox };
};

const launchOnFreePorts = async (
  options: ObiegOptions,
  supervisor: Supervisor,
  onInboxOpen: (inbox: MailInbox) => void,
): ReturnType<typeof launch> => {
  const { ports: preferred = {} } = options;
  const chosen = await choosePorts(preferred === 'any' ? anyPorts : { ...defaultPorts, ...preferred });
  try {
    return await launch(options, chosen, supervisor, onInboxOpen);
  } finally {
    await chosen.release();
  }
};

/**
 * Starts the built product: servers, migrations, services, gateway, frontends, demo data. @returns when everything is
 * ready @throws with the reason, after stopping everything
 */
export const startObieg = async (options: ObiegOptions): Promise<Obieg> => {
  const { dataDir, log = () => undefined, onOutput, signal } = options;
  checkBuilt();
  const unlock = await lockDataFolder(dataDir);
  const supervisor = createSupervisor({
    logFolder: join(dataDir, 'logs'),
    log,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const inboxes: MailInbox[] = [];
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await Promise.all(inboxes.splice(0).map((inbox) => inbox.stop()));
    unlock();
  };
  const abort = (): void => void supervisor.stopAll();
  signal?.addEventListener('abort', abort);
  try {
    const started = await launchOnFreePorts(options, supervisor, (inbox) => inboxes.push(inbox));
    const { kill, stop: stopOne, restart, pids } = supervisor;
    return { ...started, processes: { kill, stop: stopOne, restart }, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
};
