import { isIP } from 'node:net';
import {
  env,
  loadConfig,
  natsEnvironment,
  restrictRateLimitScale,
  serviceEnvironment,
} from '@obieg/service-kit';
import * as z from 'zod';
import { limitNames } from './limits/limits';
import type { RateLimits } from './limits/rate-limiter';
import { deliveryEnvironment, restrictDelivery } from './releases/settings';
import type { Lane } from './routing/routing-table';

const isNetwork = (text: string): boolean => {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};

export interface ConcurrencyLimits {
  /** Concurrent requests of a principal. */
  lanes: Record<Lane, number>;
  /** The limits of an organization, as a multiple of those of a principal. */
  organizationFactor: number;
}

const networks = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    (parts) => parts.every(isNetwork),
    'must be a comma-separated list of addresses or networks such as 10.0.0.0/8',
  );

const serviceOrigins = (port: number) => env.httpOrigins.default([`http://127.0.0.1:${port}`]);

const limitWithDefault = (count: number) => z.coerce.number().int().positive().default(count);

const schema = restrictDelivery(
  restrictRateLimitScale(
    z.object({
      ...serviceEnvironment,
      PORT: env.port.default(8080),
      IDENTITY_URL: serviceOrigins(8101),
      WORKFLOW_URL: serviceOrigins(8102),
      TASKS_URL: serviceOrigins(8103),
      ...natsEnvironment,
      BASE_DOMAIN: env.baseDomain.default('obieg.localhost'),
      PUBLIC_PROTOCOL: z.enum(['http', 'https']).default('http'),
      ...deliveryEnvironment,
      /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
      TRUSTED_PROXIES: networks.default([]),
      /**
       * Clients that may read /metrics and the details of /readyz. Through a proxy only if TRUSTED_PROXIES contains it.
       */
      OPERATIONS_NETWORKS: networks.default([
        '127.0.0.0/8',
        '::1',
        '10.0.0.0/8',
        '172.16.0.0/12',
        '192.168.0.0/16',
        'fc00::/7',
      ]),
      /** Time for a service to respond; then 504. */
      UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
      RATE_LIMIT_SCALE: env.rateLimitScale,
      /** Requests of any kind. Counted before the gateway reads their target. */
      RATE_LIMIT_REQUESTS: limitWithDefault(12_000),
      /** A hundred people of an office open a page three times a minute. */
      RATE_LIMIT_PAGES: limitWithDefault(300),
      /** A page without a cache has thirty files. */
      RATE_LIMIT_FILES: limitWithDefault(6_000),
      /** Limits of an organization, as a multiple of those of a user or an address. */
      RATE_LIMIT_ORGANIZATION_FACTOR: limitWithDefault(20),
      RATE_LIMIT_ANONYMOUS_READS: limitWithDefault(120),
      RATE_LIMIT_ANONYMOUS_SUBMISSIONS: limitWithDefault(10),
      RATE_LIMIT_LOGIN_CHECKS: limitWithDefault(30),
      RATE_LIMIT_SIGNED_IN_READS: limitWithDefault(600),
      RATE_LIMIT_WRITES: limitWithDefault(120),
      RATE_LIMIT_UPLOADS: limitWithDefault(20),
      RATE_LIMIT_SEARCHES: limitWithDefault(60),
      /** Per organization. */
      RATE_LIMIT_WORKFLOW_IMPORTS: limitWithDefault(30),
      /** Per feed. Programs that a person asks to read it again do so at once. */
      RATE_LIMIT_CALENDAR_FEEDS: limitWithDefault(10),
      /** Calls of SCIM. Identity providers expect 25 a second for each of their tenants. */
      RATE_LIMIT_PROVISIONING: limitWithDefault(1_500),
      /** Per hour. */
      RATE_LIMIT_TASK_MISSES: limitWithDefault(30),
      RATE_LIMIT_REPORTS: limitWithDefault(30),
      RATE_LIMIT_DELIVERY_REPORTS: limitWithDefault(60),
      /** Concurrent. */
      RATE_LIMIT_CALLS_AT_ONCE: limitWithDefault(64),
      /** Concurrent. A transfer lasts as long as its reader needs. */
      RATE_LIMIT_TRANSFERS_AT_ONCE: limitWithDefault(10),
      /** Concurrent. A browser has one per visible window. */
      RATE_LIMIT_STREAMS_AT_ONCE: limitWithDefault(10),
    }),
  ),
);
export type Config = z.infer<typeof schema>;

/** Parses the environment. @throws an error that lists every missing or invalid variable */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => loadConfig(schema, environment);

const scale = (count: number, { RATE_LIMIT_SCALE }: Config): number =>
  Math.max(1, Math.round(count * RATE_LIMIT_SCALE));

/** Limits per minute, scaled. */
export const readLimits = (config: Config): RateLimits => {
  const points = {
    pages: config.RATE_LIMIT_PAGES,
    files: config.RATE_LIMIT_FILES,
    anonymousReads: config.RATE_LIMIT_ANONYMOUS_READS,
    anonymousSubmissions: config.RATE_LIMIT_ANONYMOUS_SUBMISSIONS,
    loginChecks: config.RATE_LIMIT_LOGIN_CHECKS,
    signedInReads: config.RATE_LIMIT_SIGNED_IN_READS,
    writes: config.RATE_LIMIT_WRITES,
    uploads: config.RATE_LIMIT_UPLOADS,
    searches: config.RATE_LIMIT_SEARCHES,
    workflowImports: config.RATE_LIMIT_WORKFLOW_IMPORTS,
    calendarFeeds: config.RATE_LIMIT_CALENDAR_FEEDS,
    provisioning: config.RATE_LIMIT_PROVISIONING,
    reports: config.RATE_LIMIT_REPORTS,
    deliveryReports: config.RATE_LIMIT_DELIVERY_REPORTS,
  };
  for (const name of limitNames) points[name] = scale(points[name], config);
  return {
    requests: scale(config.RATE_LIMIT_REQUESTS, config),
    points,
    organizationFactor: config.RATE_LIMIT_ORGANIZATION_FACTOR,
  };
};

/** Unknown task numbers per client and hour, scaled. */
export const readTaskMissesMax = (config: Config): number => scale(config.RATE_LIMIT_TASK_MISSES, config);

/** Concurrent calls, file transfers and streams per client, scaled. */
export const readConcurrencyLimits = (config: Config): ConcurrencyLimits => ({
  lanes: {
    calls: scale(config.RATE_LIMIT_CALLS_AT_ONCE, config),
    transfers: scale(config.RATE_LIMIT_TRANSFERS_AT_ONCE, config),
    streams: scale(config.RATE_LIMIT_STREAMS_AT_ONCE, config),
  },
  organizationFactor: config.RATE_LIMIT_ORGANIZATION_FACTOR,
});
