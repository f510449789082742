import type { ServiceDatabase } from './databases';
import type { DatabaseName, InstancePorts, ObiegPorts } from './obieg-parts';

/** Where the parts of the product are. */
export interface Addresses {
  ports: ObiegPorts;
  instancePorts: InstancePorts;
  baseDomain: string;
  natsUrl: string;
  smtpUrl: string;
  staticRoot: string;
  remoteKeys: string;
  filesDir: string;
  webhookKeys: string;
  webhookNetworks: string | undefined;
  /** Undefined if no mails are read. */
  replyAddress: string | undefined;
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

/** Returns the environment of each kind of process. */
export const environmentsOf = (
  env: NodeJS.ProcessEnv,
  {
    ports,
    instancePorts,
    baseDomain,
    natsUrl,
    smtpUrl,
    staticRoot,
    remoteKeys,
    filesDir,
    webhookKeys,
    webhookNetworks,
    replyAddress,
  }: Addresses,
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
    WEBHOOK_KEYS: webhookKeys,
    WEBHOOK_NETWORKS: webhookNetworks,
    REPLY_ADDRESS: replyAddress,
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
