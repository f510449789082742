import { isIP } from 'node:net';
import { env, loadConfig, refuseWideLimits, serviceEnvironment } from '@obieg/service-kit';
import * as z from 'zod';
import { limitNames } from './limits/limits';
import type { Lane } from './routing/routing-table';

const isNetwork = (text: string): boolean => {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};

const networks = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((parts) => parts.every(isNetwork), 'must list addresses or networks like 10.0.0.0/8, with commas');

/** Without a path: what follows it is the caller's. */
const serviceUrl = (port: number) =>
  env.httpUrl.default(`http://127.0.0.1:${port}`).transform((text) => new URL(text).origin);

const atMost = (count: number) => z.coerce.number().int().positive().default(count);

const schema = refuseWideLimits(
  z.object({
    ...serviceEnvironment,
    PORT: env.port.default(8080),
    IDENTITY_URL: serviceUrl(8101),
    WORKFLOW_URL: serviceUrl(8102),
    TASKS_URL: serviceUrl(8103),
    NATS_URL: env.natsUrl.default('nats://127.0.0.1:4222'),
    BASE_DOMAIN: env.baseDomain.default('obieg.localhost'),
    PUBLIC_PROTOCOL: z.enum(['http', 'https']).default('http'),
    /** Folder with `shell/` and `remotes/`. */
    STATIC_ROOT: z.string().min(1),
    /** Proxies whose X-Forwarded-For and -Proto count. */
    TRUSTED_PROXIES: networks.default([]),
    /** Who may read /metrics and the details of /readyz; through a proxy only if it is one of TRUSTED_PROXIES. */
    OPERATIONS_NETWORKS: networks.default([
      '127.0.0.0/8',
      '::1',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      'fc00::/7',
    ]),
    /** A service that sends no answer within this time: 504. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
    RATE_LIMIT_SCALE: env.rateLimitScale,
    RATE_LIMIT_ANONYMOUS_READS: atMost(120),
    RATE_LIMIT_ANONYMOUS_SUBMISSIONS: atMost(10),
    RATE_LIMIT_LOGIN_CHECKS: atMost(30),
    RATE_LIMIT_SIGNED_IN_READS: atMost(600),
    RATE_LIMIT_WRITES: atMost(120),
    RATE_LIMIT_UPLOADS: atMost(20),
    RATE_LIMIT_SEARCHES: atMost(60),
    /** An hour, not a minute. */
    RATE_LIMIT_TASK_MISSES: atMost(30),
    RATE_LIMIT_REPORTS: atMost(30),
    /** At once, not a minute: a browser asks a host for six things, and some share an address. */
    RATE_LIMIT_CALLS_AT_ONCE: atMost(64),
    /** Files, which may take as long as their reader likes. */
    RATE_LIMIT_TRANSFERS_AT_ONCE: atMost(10),
    /** A browser has one for each window that is seen. */
    RATE_LIMIT_STREAMS_AT_ONCE: atMost(10),
  }),
);
export type Config = z.infer<typeof schema>;

/** Throws an error that lists every variable that is missing or wrong. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);

const scale = (count: number, { RATE_LIMIT_SCALE }: Config): number =>
  Math.max(1, Math.round(count * RATE_LIMIT_SCALE));

/** Points of each limit, scaled. */
export const readLimits = (config: Config): Record<(typeof limitNames)[number], number> => {
  const points = {
    anonymousReads: config.RATE_LIMIT_ANONYMOUS_READS,
    anonymousSubmissions: config.RATE_LIMIT_ANONYMOUS_SUBMISSIONS,
    loginChecks: config.RATE_LIMIT_LOGIN_CHECKS,
    signedInReads: config.RATE_LIMIT_SIGNED_IN_READS,
    writes: config.RATE_LIMIT_WRITES,
    uploads: config.RATE_LIMIT_UPLOADS,
    searches: config.RATE_LIMIT_SEARCHES,
    reports: config.RATE_LIMIT_REPORTS,
  };
  for (const name of limitNames) points[name] = scale(points[name], config);
  return points;
};

/** How many task numbers that are not there one client may try an hour, scaled. */
export const readTaskMissesMax = (config: Config): number => scale(config.RATE_LIMIT_TASK_MISSES, config);

/** How many calls, files and streams one client may have under way at once, scaled. */
export const readAtOnce = (config: Config): Record<Lane, number> => ({
  calls: scale(config.RATE_LIMIT_CALLS_AT_ONCE, config),
  transfers: scale(config.RATE_LIMIT_TRANSFERS_AT_ONCE, config),
  streams: scale(config.RATE_LIMIT_STREAMS_AT_ONCE, config),
});
