import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOrganizations, seedDemo } from './demo/seed-demo';
import { type MailInbox, startMailInbox } from './mail/mail-inbox';
import { nodeProgram, runToEnd } from './obieg-parts';
import { findFreePort } from './ports';
import { answersReady, requestSite } from './site-client';
import type { Supervisor } from './supervisor';

interface Account {
  email: string;
  username: string;
  password: string;
}

/** From SUPER_ADMIN_*; a known password is given by default only where nothing is at stake. */
export const readSuperAdmin = (env: NodeJS.ProcessEnv): Account | undefined => {
  const password =
    env['SUPER_ADMIN_PASSWORD'] ?? (env['NODE_ENV'] === 'production' ? undefined : 'obieg-demo');
  return password === undefined
    ? undefined
    : {
        email: env['SUPER_ADMIN_EMAIL'] ?? 'super@obieg.test',
        username: env['SUPER_ADMIN_USERNAME'] ?? 'super',
        password,
      };
};

/** Makes the account unless somebody has that address; answers whether it was made. */
export const ensureSuperAdmin = async (
  mainUrl: string,
  account: Account,
  identityEnv: NodeJS.ProcessEnv,
): Promise<boolean> => {
  const { status, body } = await requestSite('POST', `${mainUrl}/api/auth/check-login-methods`, {
    body: { email: account.email },
  });
  if (status !== 200) throw new Error(`svc-identity cannot be asked for accounts (${status})`);
  if ((body as { userExists: boolean }).userExists) return false;
  const env = {
    ...identityEnv,
    SUPER_ADMIN_EMAIL: account.email,
    SUPER_ADMIN_USERNAME: account.username,
    SUPER_ADMIN_PASSWORD: account.password,
  };
  await runToEnd('create-super-admin', nodeProgram('svc-identity', env, 'create-super-admin'));
  return true;
};

interface DemoOptions {
  supervisor: Supervisor;
  dataDir: string;
  baseDomain: string;
  gatewayEnv: NodeJS.ProcessEnv;
  /** Address of svc-identity's mail server. */
  smtpUrl: string;
  /** Our own inbox; absent when mails go to a real server. */
  inbox: MailInbox | undefined;
  superAdmin: Account;
  /** The administrator was made just now: the database may be empty. */
  isNew: boolean;
  log(line: string): void;
}

/** Demo invitations never leave this machine: while they are sent, svc-identity mails to an inbox of ours. */
const withInbox = async (
  { supervisor, inbox, smtpUrl }: DemoOptions,
  work: (inboxUrl: string) => Promise<void>,
): Promise<void> => {
  if (inbox) return work(inbox.httpUrl);
  const temporary = await startMailInbox({ smtpPort: 0, httpPort: 0 });
  await supervisor.restart('svc-identity', { SMTP_URL: temporary.smtpUrl });
  try {
    await work(temporary.httpUrl);
  } finally {
    await supervisor.restart('svc-identity', { SMTP_URL: smtpUrl });
    await temporary.stop();
  }
};

/** More than the demo needs in a minute. */
const demoRateScale = '1000';

/** A second gateway beside the public one: so many calls in so short a time would run into its limits. */
const withDemoGateway = async (
  { supervisor, baseDomain, gatewayEnv }: DemoOptions,
  work: (addressOf: (codeName?: string) => string) => Promise<void>,
): Promise<void> => {
  const name = 'gateway-for-demo';
  const port = await findFreePort();
  const env = { ...gatewayEnv, PORT: String(port), RATE_LIMIT_SCALE: demoRateScale };
  const program = { ...nodeProgram('gateway', env) };
  await supervisor.start({ name, program, isReady: () => answersReady(port) });
  try {
    await work((codeName) => `http://${codeName === undefined ? '' : `${codeName}.`}${baseDomain}:${port}`);
  } finally {
    await supervisor.stop(name);
  }
};

/** Fills an empty database with demo data; goes on with what an earlier start did not finish. */
export const provideDemo = async (options: DemoOptions): Promise<void> => {
  const { dataDir, superAdmin, isNew, log } = options;
  const unfinished = join(dataDir, 'demo.unfinished');
  if (!isNew && !existsSync(unfinished)) return;
  await withDemoGateway(options, async (addressOf) => {
    const seed = { addressOf, superAdmin, log };
    if (!existsSync(unfinished) && (await listOrganizations(seed)).length > 0) return;
    writeFileSync(unfinished, '');
    await withInbox(options, (inboxUrl) => seedDemo({ ...seed, inboxUrl }));
    rmSync(unfinished);
  });
};
