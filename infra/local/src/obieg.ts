import { join } from 'node:path';
import type { Program } from './child';
import type { ServiceDatabase } from './databases';
import { deployFrontends } from './deploy-frontends';
import { lockDataFolder } from './launch-lock';
import { startLoadBalancer } from './load-balancer';
import { type MailInbox, startMailInbox } from './mail/mail-inbox';
import { ensureSuperAdmin, readSuperAdmin, seedEmptyDatabase } from './obieg-demo';
import {
  type ChosenPorts,
  checkBuilt,
  chooseInstancePorts,
  choosePorts,
  type DatabaseName,
  defaultPorts,
  frontends,
  type InstancePorts,
  instanceName,
  nodeProgram,
  type ObiegPorts,
  runToEnd,
  services,
} from './obieg-parts';
import { ensureDatabases, runNats, runPostgres } from './obieg-servers';
import { isServiceReady } from './site-client';
import { createSupervisor, type Supervisor } from './supervisor';
import { watchMigrations } from './updates';

export interface ObiegOptions {
  /**
   * Folder of all persistent data: database, streams, mails, attachments, logs, frontends. One launcher at a time.
   */
  dataDir: string;
  /** Preferred ports; 0 for any free port, `any` for all of them. A port in use is replaced. */
  ports?: Partial<ObiegPorts> | 'any';
  /** Seed an empty database with demo data. Default: true. Never with NODE_ENV=production. */
  demo?: boolean;
  /** Processes of each service and of the gateway. Default: 1. More than one run behind a load balancer. */
  replicas?: number;
  /** Folder of the built programs of services and gateway. Default: this repository. */
  programRoot?: string;
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
  /** Ports of the processes of each service and of the gateway. */
  instancePorts: InstancePorts;
  /** Address of an organization, or of the main domain. */
  gatewayUrl(codeName?: string): string;
  /** Undefined if SMTP_URL names a real server. */
  mail: MailInbox | undefined;
  /**
   * Names: svc-identity, svc-workflow, svc-tasks, gateway, with replicas also svc-tasks-2 and so on, and postgres and
   * nats unless they are external.
   */
  processes: Pick<Supervisor, 'kill' | 'stop' | 'restart'>;
  /** Runs the migrations of the programs in `programRoot`. */
  migrate(programRoot: string): Promise<void>;
  /** Replaces a process of a service or of the gateway by the program in `programRoot`. */
  replace(name: string, programRoot: string): Promise<void>;
  pids(): Record<string, number>;
  stop(): Promise<void>;
}

/** A server of this process. */
interface Stoppable {
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
  instancePorts: InstancePorts;
  baseDomain: string;
  natsUrl: string;
  smtpUrl: string;
  staticRoot: string;
  remoteKeys: string;
  filesDir: string;
}

const originsOf = (ports: readonly number[]): string =>
  ports.map((port) => `http://127.0.0.1:${port}`).join(',');

/** Longer than the polling intervals of the gateway (one second) and of the load balancer. */
const shutdownNoticeMs = 1_500;

/** Settings of processes that share their work with others. */
const replicaEnvironment = ({ TRUSTED_PROXIES }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  SHUTDOWN_NOTICE_MS: String(shutdownNoticeMs),
  TRUSTED_PROXIES: [TRUSTED_PROXIES, '127.0.0.1'].filter(Boolean).join(','),
});

/** Environment of each process. */
const environments = (
  env: NodeJS.ProcessEnv,
  { ports, instancePorts, baseDomain, natsUrl, smtpUrl, staticRoot, remoteKeys, filesDir }: Addresses,
  databases: Record<DatabaseName, ServiceDatabase>,
) => {
  const common = {
    ...env,
    ...(instancePorts.gateway.length > 1 ? replicaEnvironment(env) : {}),
    // Only the launcher may know the administrator's address.
    DATABASE_URL: undefined,
    SUPER_ADMIN_PASSWORD: undefined,
    HOST: '127.0.0.1',
    NODE_ENV: env['NODE_ENV'] ?? 'development',
    NATS_URL: natsUrl,
    IDENTITY_URL: originsOf(instancePorts.identity),
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
      WORKFLOW_URL: originsOf(instancePorts.workflow),
      TASKS_URL: originsOf(instancePorts.tasks),
      STATIC_ROOT: staticRoot,
      REMOTE_KEYS: remoteKeys,
    },
  };
};

const launch = async (
  options: ObiegOptions,
  { ports, release }: ChosenPorts,
  supervisor: Supervisor,
  onServerOpen: (server: Stoppable) => void,
): Promise<Omit<Obieg, 'processes' | 'pids' | 'stop'>> => {
  const { dataDir, log = () => undefined, demo = true, replicas = 1, programRoot } = options;
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const baseDomain = env['BASE_DOMAIN'] ?? 'obieg.localhost';
  const staticRoot = join(dataDir, 'static');
  const { DATABASE_URL: adminUrl, NATS_URL: externalNats, SMTP_URL: externalSmtp } = env;

  const openInbox = async (): Promise<MailInbox> => {
    const { smtp: smtpPort, mailPage: httpPort } = ports;
    const inbox = await startMailInbox({ smtpPort, httpPort, folder: join(dataDir, 'mails') });
    onServerOpen(inbox);
    return inbox;
  };
  await release('postgres', 'nats', 'smtp', 'mailPage');
  const [postgres, nats, inbox, remoteKeys] = await awaitAll(
    adminUrl === undefined
      ? runPostgres({ supervisor, dataDir, port: ports.postgres })
      : Promise.resolve({ url: adminUrl, port: ports.postgres }),
    externalNats === undefined
      ? runNats({ supervisor, dataDir, port: ports.nats })
      : Promise.resolve({ url: externalNats, port: ports.nats }),
    externalSmtp === undefined ? openInbox() : Promise.resolve(undefined),
    deployFrontends({ dataDir, staticRoot, ...frontends, teamKeys: env['REMOTE_KEYS'] }),
  );
  Object.assign(ports, { postgres: postgres.port, nats: nats.port });
  log('database, event streams and mail inbox run; frontends are released');

  const smtpUrl = inbox?.smtpUrl ?? externalSmtp ?? '';
  const databases = await ensureDatabases(postgres.url, dataDir);
  const filesDir = env['FILES_DIR'] ?? join(dataDir, 'files');
  const { instancePorts, release: releaseInstances } = await chooseInstancePorts(ports, replicas);
  const addresses = {
    ports,
    instancePorts,
    baseDomain,
    natsUrl: nats.url,
    smtpUrl,
    staticRoot,
    remoteKeys,
    filesDir,
  };
  const environment = environments(env, addresses, databases);
  const migrate = async (root = programRoot): Promise<void> => {
    await awaitAll(
      ...services.map(({ name, database }) =>
        runToEnd(`migrating ${name}`, nodeProgram(name, environment.migration(database), 'migrate', root)),
      ),
    );
  };
  const isUpdated = await watchMigrations(databases);
  await migrate();
  log('databases are migrated');

  await release('identity', 'workflow', 'tasks', ...(replicas > 1 ? [] : (['gateway'] as const)));
  await releaseInstances();
  const programs = new Map<string, (root?: string) => Program>();
  const startInstances = (name: string, env: NodeJS.ProcessEnv, instances: readonly number[]) =>
    instances.map((port, index) => {
      const instance = instanceName(name, index);
      const programIn = (root?: string) => nodeProgram(name, { ...env, PORT: String(port) }, undefined, root);
      programs.set(instance, programIn);
      return supervisor.start({
        name: instance,
        program: programIn(programRoot),
        isReady: () => isServiceReady(port),
      });
    });
  await awaitAll(
    ...services.flatMap(({ name, database }) =>
      startInstances(name, environment.service(database), instancePorts[database]),
    ),
    ...startInstances('gateway', environment.gateway, instancePorts.gateway),
  );
  if (replicas > 1) {
    await release('gateway');
    onServerOpen(await startLoadBalancer({ port: ports.gateway, targets: instancePorts.gateway }));
  }
  log('services and gateway are ready');
  if (await isUpdated()) {
    for (const { name, database } of services)
      await runToEnd(
        `republish of ${name}`,
        nodeProgram(name, environment.service(database), 'republish', programRoot),
      );
    log('the data is of an earlier version; the services publish it again to fill new read models');
  }

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
        mailerNames: (['identity', 'tasks'] as const).flatMap((service) =>
          instancePorts[service].map((_, index) => instanceName(`svc-${service}`, index)),
        ),
        inbox,
        superAdmin,
        isNew,
        log,
      });
    }
  }
  const replace = async (name: string, root: string): Promise<void> => {
    const programIn = programs.get(name);
    if (!programIn) throw new Error(`${name} is no process of a service or of the gateway`);
    await supervisor.replace(name, programIn(root));
  };
  return { baseDomain, ports, instancePorts, gatewayUrl, mail: inbox, migrate, replace };
};

const launchOnFreePorts = async (
  options: ObiegOptions,
  supervisor: Supervisor,
  onServerOpen: (server: Stoppable) => void,
): ReturnType<typeof launch> => {
  const { ports: preferred = {} } = options;
  const chosen = await choosePorts(preferred === 'any' ? anyPorts : { ...defaultPorts, ...preferred });
  try {
    return await launch(options, chosen, supervisor, onServerOpen);
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
  const servers: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    unlock();
  };
  const abort = (): void => void supervisor.stopAll();
  signal?.addEventListener('abort', abort);
  try {
    const started = await launchOnFreePorts(options, supervisor, (server) => servers.push(server));
    const { kill, stop: stopOne, restart, pids } = supervisor;
    return { ...started, processes: { kill, stop: stopOne, restart }, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
};
