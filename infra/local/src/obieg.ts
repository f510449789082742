import { join } from 'node:path';
import type { Program } from './child';
import { deployFrontends } from './deploy-frontends';
import { lockDataFolder } from './launch-lock';
import { startLoadBalancer } from './load-balancer';
import { type MailInbox, startMailInbox } from './mail/mail-inbox';
import { createMailReceiver } from './mail/mail-receiver';
import { ensureSuperAdmin, readSuperAdmin, seedEmptyDatabase } from './obieg-demo';
import { environmentsOf } from './obieg-environments';
import {
  type ChosenPorts,
  checkBuilt,
  chooseInstancePorts,
  choosePorts,
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
import { relaunchOnTakenPort } from './taken-port';
import { watchMigrations } from './updates';
import { readWebhookKey } from './webhook-key';
import { receiverNetwork, startWebhookReceiver } from './webhook-receiver';

export interface ObiegOptions {
  /**
   * Folder of all persistent data: database, streams, mails, attachments, logs, frontends. One launcher at a time.
   */
  dataDir: string;
  /**
   * Preferred ports; 0 for any free port, `any` for all of them. A port in use is replaced, also if another program
   * takes it during the start.
   */
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

/** What the steps of a start share. */
interface Launch {
  options: ObiegOptions;
  env: NodeJS.ProcessEnv;
  ports: ObiegPorts;
  /** Frees reserved ports for the processes that are about to listen on them. */
  release: ChosenPorts['release'];
  supervisor: Supervisor;
  onServerOpen(server: Stoppable): void;
  log(line: string): void;
}

const baseDomainOf = (env: NodeJS.ProcessEnv): string => env['BASE_DOMAIN'] ?? 'obieg.localhost';

/** The own inbox hands answers over. With another mail server, the settings name the address and the mailbox. */
const replyAddressOf = (env: NodeJS.ProcessEnv): string | undefined =>
  env['REPLY_ADDRESS'] ?? (env['SMTP_URL'] === undefined ? `reply@mail.${baseDomainOf(env)}` : undefined);

const openInbox = async ({ options: { dataDir }, env, ports, onServerOpen }: Launch): Promise<MailInbox> => {
  const { smtp: smtpPort, mailPage: httpPort } = ports;
  const replyAddress = replyAddressOf(env);
  const inbox = await startMailInbox({
    smtpPort,
    httpPort,
    folder: join(dataDir, 'mails'),
    ...(replyAddress && { receiver: createMailReceiver(replyAddress, `http://127.0.0.1:${ports.tasks}`) }),
  });
  onServerOpen(inbox);
  return inbox;
};

/** Starts PostgreSQL, NATS and the mail inbox, except those that the environment names, and releases the frontends. */
const startServers = async (launch: Launch) => {
  const { options, env, ports, release, supervisor, log } = launch;
  const { dataDir } = options;
  const { DATABASE_URL: adminUrl, NATS_URL: externalNats, SMTP_URL: externalSmtp } = env;
  const staticRoot = join(dataDir, 'static');
  await release('postgres', 'nats', 'smtp', 'mailPage');
  const [postgres, nats, inbox, remoteKeys] = await awaitAll(
    adminUrl === undefined
      ? runPostgres({ supervisor, dataDir, port: ports.postgres })
      : Promise.resolve({ url: adminUrl, port: ports.postgres }),
    externalNats === undefined
      ? runNats({ supervisor, dataDir, port: ports.nats })
      : Promise.resolve({ url: externalNats, port: ports.nats }),
    externalSmtp === undefined ? openInbox(launch) : Promise.resolve(undefined),
    deployFrontends({ dataDir, staticRoot, ...frontends, teamKeys: env['REMOTE_KEYS'] }),
  );
  Object.assign(ports, { postgres: postgres.port, nats: nats.port });
  log('database, event streams and mail inbox run; frontends are released');
  const smtpUrl = inbox?.smtpUrl ?? externalSmtp ?? '';
  return { postgresUrl: postgres.url, natsUrl: nats.url, inbox, smtpUrl, staticRoot, remoteKeys };
};

type Environments = ReturnType<typeof environmentsOf>;

/** Runs the migrations of the programs in `root`. */
const migrateServices = async (environment: Environments, root: string | undefined): Promise<void> => {
  await awaitAll(
    ...services.map(({ name, database }) =>
      runToEnd(`migrating ${name}`, nodeProgram(name, environment.migration(database), 'migrate', root)),
    ),
  );
};

/** Starts services, gateway and, with replicas, the load balancer. @returns how to replace a process */
const startPrograms = async (
  { options: { replicas = 1, programRoot }, ports, release, supervisor, onServerOpen }: Launch,
  environment: Environments,
  instancePorts: InstancePorts,
): Promise<Obieg['replace']> => {
  await release('identity', 'workflow', 'tasks', ...(replicas > 1 ? [] : (['gateway'] as const)));
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
  return async (name, root) => {
    const programIn = programs.get(name);
    if (!programIn) throw new Error(`${name} is no process of a service or of the gateway`);
    await supervisor.replace(name, programIn(root));
  };
};

/** Lets the services publish their state again, which fills the read models that a migration has added. */
const republishServices = async (
  { options: { programRoot } }: Launch,
  environment: Environments,
): Promise<void> => {
  for (const { name, database } of services)
    await runToEnd(
      `republish of ${name}`,
      nodeProgram(name, environment.service(database), 'republish', programRoot),
    );
};

const hasDemo = ({ demo = true }: ObiegOptions, env: NodeJS.ProcessEnv): boolean =>
  demo && env['NODE_ENV'] !== 'production';

interface DemoAddresses {
  environment: Environments;
  baseDomain: string;
  gatewayUrl: string;
  instancePorts: InstancePorts;
  smtpUrl: string;
  inbox: MailInbox | undefined;
}

/** Creates the super administrator, and the demo data in an empty database. */
const fillEmptyDatabase = async (
  { options, env, supervisor, log }: Launch,
  { environment, baseDomain, gatewayUrl, instancePorts, smtpUrl, inbox }: DemoAddresses,
): Promise<void> => {
  const { dataDir, programRoot } = options;
  const superAdmin = readSuperAdmin(env);
  if (!superAdmin) return log('SUPER_ADMIN_PASSWORD is not set: no administrator is created');
  const isNew = await ensureSuperAdmin(gatewayUrl, superAdmin, environment.service('identity'), programRoot);
  if (!hasDemo(options, env)) return;
  await startWebhookReceiver({ supervisor, dataDir, log });
  await seedEmptyDatabase({
    supervisor,
    dataDir,
    baseDomain,
    gatewayEnv: environment.gateway,
    identityEnv: environment.service('identity'),
    tasksEnv: environment.service('tasks'),
    programRoot,
    smtpUrl,
    mailerNames: (['identity', 'tasks'] as const).flatMap((service) =>
      instancePorts[service].map((_, index) => instanceName(`svc-${service}`, index)),
    ),
    inbox,
    superAdmin,
    isNew,
    log,
  });
};

const launchProduct = async (launch: Launch): Promise<Omit<Obieg, 'processes' | 'pids' | 'stop'>> => {
  const { options, env, ports, log } = launch;
  const { dataDir, replicas = 1, programRoot } = options;
  const baseDomain = baseDomainOf(env);
  const filesDir = env['FILES_DIR'] ?? join(dataDir, 'files');
  const gatewayUrl = (codeName?: string): string =>
    `http://${codeName === undefined ? '' : `${codeName}.`}${baseDomain}:${ports.gateway}`;

  const { postgresUrl, inbox, ...servers } = await startServers(launch);
  const databases = await ensureDatabases(postgresUrl, dataDir);
  const { instancePorts, release: releaseInstances } = await chooseInstancePorts(ports, replicas);
  const webhookKeys = env['WEBHOOK_KEYS'] ?? (await readWebhookKey(dataDir));
  const webhookNetworks = env['WEBHOOK_NETWORKS'] ?? (hasDemo(options, env) ? receiverNetwork : undefined);
  const addresses = {
    ports,
    instancePorts,
    baseDomain,
    filesDir,
    webhookKeys,
    webhookNetworks,
    replyAddress: replyAddressOf(env),
    ...servers,
  };
  const environment = environmentsOf(env, addresses, databases);
  const isUpdated = await watchMigrations(databases);
  await migrateServices(environment, programRoot);
  log('databases are migrated');

  await releaseInstances();
  const replace = await startPrograms(launch, environment, instancePorts);
  log('services and gateway are ready');
  if (await isUpdated()) {
    await republishServices(launch, environment);
    log('the data is of an earlier version; the services publish it again to fill new read models');
  }
  await fillEmptyDatabase(launch, {
    environment,
    baseDomain,
    gatewayUrl: gatewayUrl(),
    instancePorts,
    smtpUrl: servers.smtpUrl,
    inbox,
  });
  const migrate = (root: string): Promise<void> => migrateServices(environment, root);
  return { baseDomain, ports, instancePorts, gatewayUrl, mail: inbox, migrate, replace };
};

const launchOnFreePorts = async (
  options: ObiegOptions,
  supervisor: Supervisor,
  onServerOpen: (server: Stoppable) => void,
): ReturnType<typeof launchProduct> => {
  const { ports: preferred = {}, log = () => undefined } = options;
  const { end, ...chosen } = await choosePorts(
    preferred === 'any' ? anyPorts : { ...defaultPorts, ...preferred },
  );
  const env = { ...process.env, ...options.env };
  try {
    return await launchProduct({ options, env, ...chosen, supervisor, onServerOpen, log });
  } finally {
    await end();
  }
};

interface Launched {
  product: Awaited<ReturnType<typeof launchProduct>>;
  supervisor: Supervisor;
  stop(): Promise<void>;
}

/** Starts everything once. @throws after stopping everything */
const launchOnce = async (options: ObiegOptions): Promise<Launched> => {
  const { dataDir, log = () => undefined, onOutput, signal } = options;
  const supervisor = createSupervisor({
    logFolder: join(dataDir, 'logs'),
    log,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const servers: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  };
  const abort = (): void => void supervisor.stopAll();
  signal?.addEventListener('abort', abort);
  try {
    const product = await launchOnFreePorts(options, supervisor, (server) => servers.push(server));
    return { product, supervisor, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
};

/**
 * Starts the built product: servers, migrations, services, gateway, frontends, demo data. @returns when everything is
 * ready @throws with the reason, after stopping everything
 */
export const startObieg = async (options: ObiegOptions): Promise<Obieg> => {
  checkBuilt();
  const unlock = await lockDataFolder(options.dataDir);
  try {
    const { product, supervisor, stop } = await relaunchOnTakenPort(() => launchOnce(options), options);
    const { kill, stop: stopOne, restart, pids } = supervisor;
    return {
      ...product,
      processes: { kill, stop: stopOne, restart },
      pids,
      stop: async () => {
        await stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};
