import * as z from 'zod';

/** Lists all invalid variables. The message never contains values. */
class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const port = z.coerce.number().int().min(0).max(65_535);

const hasReadableCredentials = (address: string): boolean => {
  try {
    const { username, password } = new URL(address);
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
};

const url = (protocols: readonly string[]) => {
  const hasProtocol = (text: string): boolean =>
    protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`));
  return z
    .string()
    .refine(hasProtocol, {
      message: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })
    .refine((text) => !hasProtocol(text) || hasReadableCredentials(text), {
      message:
        'is not a valid address; percent-encode special characters of the user name and the password, for example # as %23, / as %2F and % as %25',
    });
};

/** Addresses of a service's instances. Keeps only the origins; the path comes from each request. */
const httpOrigins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(url(['http:', 'https:'])))
  .transform((addresses) => [...new Set(addresses.map((address) => new URL(address).origin))]);

const secretKeyBytes = 32;

const secretKeys = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== '')
      .map((key) => Buffer.from(key, 'base64')),
  )
  .refine((keys) => keys.every((key) => key.length === secretKeyBytes), {
    message: `each key must be ${secretKeyBytes} bytes in Base64; make one by: openssl rand -base64 32`,
  });

/** Building blocks of a configuration schema. */
export const env = {
  port,
  postgresUrl: url(['postgres:', 'postgresql:']),
  httpUrl: url(['http:', 'https:']),
  /** One address, or several separated by commas. */
  httpOrigins,
  natsUrl: url(['nats:', 'tls:']),
  smtpUrl: url(['smtp:', 'smtps:']),
  imapUrl: url(['imap:', 'imaps:']),
  /** Multiplies every limit. Pass a schema with it to `restrictRateLimitScale`. */
  rateLimitScale: z.coerce.number().positive().default(1),
  /** Parent domain of the organizations. */
  baseDomain: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain name of at least two parts'),
  flag: z.enum(['true', 'false']).transform((text) => text === 'true'),
  /** Keys of a secret box: 32 bytes each in Base64, separated by commas. The first one encrypts, all decrypt. */
  secretKeys,
};

/** Settings of the event bus. */
export const natsEnvironment = {
  NATS_URL: env.natsUrl.default('nats://127.0.0.1:4222'),
  /** Servers that store each stream. More than one requires a NATS cluster of at least that size. */
  NATS_STREAM_REPLICAS: z.enum(['1', '3', '5'], 'must be 1, 3 or 5').default('1').transform(Number),
};

/** Settings of every process. */
export const serviceEnvironment = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Time for which a stopping process accepts connections and reports that it is not ready. */
  SHUTDOWN_NOTICE_MS: z.coerce.number().int().min(0).max(60_000).default(0),
};

const maxProductionScale = 10;

/** Adds a check that rejects a scale that would disable the limits in production. */
export const restrictRateLimitScale = <T extends z.ZodType<{ NODE_ENV: string; RATE_LIMIT_SCALE: number }>>(
  schema: T,
): T =>
  schema.refine(
    (config) => config.NODE_ENV !== 'production' || config.RATE_LIMIT_SCALE <= maxProductionScale,
    {
      path: ['RATE_LIMIT_SCALE'],
      message: `must not exceed ${maxProductionScale} in production`,
    },
  );

/** Settings of every service with a database. */
export const databaseEnvironment = {
  DATABASE_URL: env.postgresUrl,
  /** Maximum connections per process. */
  DATABASE_POOL_SIZE: z.coerce.number().int().positive().default(20),
};

/** Parses the environment. @throws ConfigError that names each missing or invalid variable */
export const loadConfig = <T extends z.ZodType>(schema: T, environment: NodeJS.ProcessEnv): z.infer<T> => {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map(({ path, message }) => {
      const name = String(path[0] ?? 'environment');
      return environment[name] === undefined ? `${name} is missing` : `${name}: ${message}`;
    }),
  );
};
