import type { Organization } from '@obieg/contracts';
import type { DemoReceiver } from '../webhook-receiver';
import { createDemoClient, type DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';
import { demoOrganizations } from './organizations';
import { invitePerson, leaveInvited, listPeople, seedGroups } from './seed-people';
import { seedPlans } from './seed-plans';
import { seedReplies } from './seed-replies';
import { seedTargets } from './seed-targets';
import { seedTasks } from './seed-tasks';
import { seedTokens } from './seed-tokens';
import { seedViews } from './seed-views';
import { seedWebhooks } from './seed-webhooks';
import { seedWorkflow } from './seed-workflow';

interface SeedOptions {
  /** Address of an organization, or of the main domain. */
  addressOf(codeName?: string): string;
  superAdmin: { username: string; password: string };
  /** Inbox that receives svc-identity's mails. */
  inboxUrl: string;
  /** Receives the messages of the demo webhook. */
  receiver: DemoReceiver;
  log(line: string): void;
}

const openMain = async ({
  addressOf,
  superAdmin,
}: Pick<SeedOptions, 'addressOf' | 'superAdmin'>): Promise<DemoClient> => {
  const main = createDemoClient(addressOf());
  await main.signIn(superAdmin.username, superAdmin.password);
  return main;
};

/** Code names of all organizations. */
export const listOrganizations = async (
  options: Omit<SeedOptions, 'inboxUrl' | 'receiver'>,
): Promise<string[]> => {
  const main = await openMain(options);
  const as = options.superAdmin.username;
  return (await main.call<Organization[]>('GET', '/api/organizations', { as })).map(
    ({ codeName }) => codeName,
  );
};

const ensureOrganization = async (
  main: DemoClient,
  as: string,
  { codeName, name, timeZone }: DemoOrganization,
): Promise<void> => {
  const organizations = await main.call<Organization[]>('GET', '/api/organizations', { as });
  if (organizations.some((organization) => organization.codeName === codeName)) return;
  await main.call('POST', '/api/organizations', {
    as,
    body: { codeName, name, ...(timeZone && { timeZone }) },
  });
};

/** Seeds an empty installation through its API. Continues an interrupted run. */
export const seedDemo = async (options: SeedOptions): Promise<void> => {
  const { addressOf, superAdmin, inboxUrl, receiver, log } = options;
  const main = await openMain(options);
  for (const organization of demoOrganizations) {
    await ensureOrganization(main, superAdmin.username, organization);
    const site = createDemoClient(addressOf(organization.codeName));
    await site.signIn(superAdmin.username, superAdmin.password);
    const invitation = { site, superAdmin: superAdmin.username, inboxUrl };
    await Promise.all(organization.people.map((person) => invitePerson(invitation, person)));
    for (const person of organization.invited ?? [])
      await leaveInvited(site, organization.administrator, person);
    const people = await listPeople(site, organization.administrator);
    const groups = await seedGroups(site, organization.administrator, organization.groups, people);
    const parameters = await seedWorkflow(site, organization, groups);
    await seedTargets(site, organization.workflowManager, organization);
    await seedTokens(site, organization);
    await seedWebhooks(site, organization, receiver);
    await seedTasks({ site, inboxUrl }, organization, { people, groups, parameters });
    await seedViews(site, organization, groups);
    await seedReplies(site, organization);
    await seedPlans(site, organization);
    log(`demo data of ${organization.name}: ${people.size} people, ${organization.tasks.length} tasks`);
  }
};
