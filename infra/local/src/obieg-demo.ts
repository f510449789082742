import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoOrganizations } from './demo/organizations';
import { listOrganizations, seedDemo } from './demo/seed-demo';
import { type MailInbox, startMailInbox } from './mail/mail-inbox';
import { nodeProgram, runToEnd } from './obieg-parts';
import { findFreePort } from './ports';
import { isServiceReady, requestSite } from './site-client';
import type { Supervisor } from './supervisor';
import { openDemoReceiver } from './webhook-receiver';

interface Account {
  email: string;
  username: string;
  password: string;
}

/** Reads SUPER_ADMIN_*. Outside production there is a default password. */
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

/** Creates the account unless the address exists. @returns whether it was created */
export const ensureSuperAdmin = async (
  mainUrl: string,
  account: Account,
  identityEnv: NodeJS.ProcessEnv,
  programRoot?: string,
): Promise<boolean> => {
  const { status, body } = await requestSite('POST', `${mainUrl}/api/auth/check-login-methods`, {
    body: { email: account.email },
  });
  if (status !== 200) throw new Error(`the account check failed with status ${status}`);
  if ((body as { userExists: boolean }).userExists) return false;
  const env = {
    ...identityEnv,
    SUPER_ADMIN_EMAIL: account.email,
    SUPER_ADMIN_USERNAME: account.username,
    SUPER_ADMIN_PASSWORD: account.password,
  };
  await runToEnd('create-super-admin', nodeProgram('svc-identity', env, 'create-super-admin', programRoot));
  return true;
};

interface DemoOptions {
  supervisor: Supervisor;
  dataDir: string;
  baseDomain: string;
  gatewayEnv: NodeJS.ProcessEnv;
  identityEnv: NodeJS.ProcessEnv;
  tasksEnv: NodeJS.ProcessEnv;
  programRoot: string | undefined;
  /** Address of the services' mail server. */
  smtpUrl: string;
  /** Names of the processes that send mails: those of svc-identity and svc-tasks. */
  mailerNames: readonly string[];
  /** Local inbox; undefined if mails go to a real server. */
  inbox: MailInbox | undefined;
  superAdmin: Account;
  /** Whether this start created the administrator, so that the database can be empty. */
  isNew: boolean;
  log(line: string): void;
}

/**
 * Redirects mails to a local inbox while the demo is made, so that they never leave this machine. News of tasks are not
 * collected then, because they would be sent later.
 */
const withInbox = async (
  { supervisor, inbox, smtpUrl, mailerNames, gatewayEnv }: DemoOptions,
  work: (inboxUrl: string) => Promise<void>,
): Promise<void> => {
  if (inbox) return work(inbox.httpUrl);
  const temporary = await startMailInbox({ smtpPort: 0, httpPort: 0 });
  const setMailServer = (env: NodeJS.ProcessEnv) =>
    Promise.all(mailerNames.map((name) => supervisor.restart(name, env)));
  await setMailServer({ SMTP_URL: temporary.smtpUrl, MAIL_BATCH_SECONDS: '0' });
  try {
    await work(temporary.httpUrl);
  } finally {
    await setMailServer({ SMTP_URL: smtpUrl, MAIL_BATCH_SECONDS: gatewayEnv['MAIL_BATCH_SECONDS'] });
    await temporary.stop();
  }
};

/** High enough for all calls of the demo. */
const demoRateScale = '1000';

/** Starts a second gateway with high rate limits for seeding. */
const withDemoGateway = async (
  { supervisor, baseDomain, gatewayEnv, programRoot }: DemoOptions,
  work: (addressOf: (codeName?: string) => string) => Promise<void>,
): Promise<void> => {
  const name = 'gateway-for-demo';
  const port = await findFreePort();
  const env = { ...gatewayEnv, PORT: String(port), RATE_LIMIT_SCALE: demoRateScale };
  const program = nodeProgram('gateway', env, undefined, programRoot);
  await supervisor.start({ name, program, isReady: () => isServiceReady(port) });
  try {
    await work((codeName) => `http://${codeName === undefined ? '' : `${codeName}.`}${baseDomain}:${port}`);
  } finally {
    await supervisor.stop(name);
  }
};

/** Adds the authenticator apps of demo people. The API makes secrets itself, and the README names these. */
const importTotps = async ({ identityEnv, programRoot }: DemoOptions): Promise<void> => {
  for (const { email, totpSecret } of demoOrganizations.flatMap(({ people }) => people)) {
    if (totpSecret === undefined) continue;
    const env = { ...identityEnv, TOTP_EMAIL: email, TOTP_SECRET: totpSecret, TOTP_NAME: 'Telefon' };
    await runToEnd('import-totp', nodeProgram('svc-identity', env, 'import-totp', programRoot));
  }
};

/** Adds the answers of demo people by mail. The mail that they answer would come minutes later. */
const importAnswers = async ({ tasksEnv, programRoot }: DemoOptions): Promise<void> => {
  for (const { codeName, answers = [] } of demoOrganizations)
    for (const { task, by, text } of answers) {
      const env = {
        ...tasksEnv,
        ANSWER_ORGANIZATION: codeName,
        ANSWER_TASK: task,
        ANSWER_SENDER: by,
        ANSWER_TEXT: text,
      };
      await runToEnd('import-answer', nodeProgram('svc-tasks', env, 'import-answer', programRoot));
    }
};

/** Seeds an empty database with demo data. Continues an interrupted start. */
export const seedEmptyDatabase = async (options: DemoOptions): Promise<void> => {
  const { dataDir, superAdmin, isNew, log } = options;
  const unfinished = join(dataDir, 'demo.unfinished');
  if (!isNew && !existsSync(unfinished)) return;
  await withDemoGateway(options, async (addressOf) => {
    const seed = { addressOf, superAdmin, log };
    if (!existsSync(unfinished) && (await listOrganizations(seed)).length > 0) return;
    writeFileSync(unfinished, '');
    const receiver = await openDemoReceiver(options);
    await withInbox(options, (inboxUrl) => seedDemo({ ...seed, inboxUrl, receiver }));
    await importAnswers(options);
    await importTotps(options);
    rmSync(unfinished);
  });
};
