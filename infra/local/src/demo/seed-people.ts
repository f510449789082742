import type { Group, GroupMember, LoginMethods, UserSummary } from '@obieg/contracts';
import { type DemoClient, waitFor } from './demo-client';
import { type DemoGroup, type DemoPerson, demoPassword } from './demo-model';

const linkPattern = /\/set-password\?token=([A-Za-z0-9_-]+)/;

/** Token of the newest invitation for an address. */
const findInvitation = async (inboxUrl: string, email: string): Promise<string | undefined> => {
  const list = (await (await fetch(`${inboxUrl}/api/v1/messages?limit=200`)).json()) as {
    messages: { ID: string; To: { Address: string }[] }[];
  };
  for (const { ID, To } of list.messages) {
    if (!To.some(({ Address }) => Address.toLowerCase() === email)) continue;
    const mail = (await (await fetch(`${inboxUrl}/api/v1/message/${ID}`)).json()) as { Text: string };
    const token = linkPattern.exec(mail.Text)?.[1];
    if (token) return token;
  }
  return undefined;
};

interface Invitation {
  /** The organization's site. */
  site: DemoClient;
  /** Username. */
  superAdmin: string;
  inboxUrl: string;
}

/** Invites a user, sets the password through the mailed link, and signs in. */
export const invitePerson = async (
  { site, superAdmin, inboxUrl }: Invitation,
  { username, email, role }: DemoPerson,
): Promise<void> => {
  const methods = await site.call<LoginMethods>('POST', '/api/auth/check-login-methods', { body: { email } });
  if (!methods.hasPassword) {
    const body = { email, username, roles: [role] };
    await site.call('POST', '/api/admin/invite-user', { as: superAdmin, body });
    const token = await waitFor(`an invitation for ${email}`, () => findInvitation(inboxUrl, email));
    await site.call('POST', '/api/auth/set-password', { body: { token, password: demoPassword } });
  }
  await site.signIn(username);
};

/** Invites a user who does not accept. */
export const leaveInvited = async (
  site: DemoClient,
  as: string,
  { username, email, role }: DemoPerson,
): Promise<void> => {
  const methods = await site.call<LoginMethods>('POST', '/api/auth/check-login-methods', { body: { email } });
  if (methods.userExists) return;
  await site.call('POST', '/api/admin/invite-user', { as, body: { email, username, roles: [role] } });
};

/** User ids by username, without integrations. */
export const listPeople = async (site: DemoClient, as: string): Promise<Map<string, number>> => {
  const users = await site.call<UserSummary[]>('GET', '/api/organizations/users', { as });
  const people = users.filter(({ isIntegration }) => !isIntegration);
  return new Map(people.map(({ username, id }) => [username, id]));
};

/** Groups below different parents can have one name. */
const keyOf = (name: string, parent: string | null | undefined): string =>
  parent ? `${parent} / ${name}` : name;

/** Creates groups and members. @returns group ids by name; for a name used twice, the first one's */
export const seedGroups = async (
  site: DemoClient,
  as: string,
  groups: readonly DemoGroup[],
  people: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const existing = await site.call<Group[]>('GET', '/api/groups?limit=200', { as });
  const ids = new Map(existing.map(({ name, parentGroupName, id }) => [keyOf(name, parentGroupName), id]));
  const byName = new Map<string, number>();
  for (const { name, description, parent, members } of groups) {
    const key = keyOf(name, parent);
    const parentGroupId = parent === undefined ? null : byName.get(parent);
    const body = { name, description, parentGroupId };
    const id = ids.get(key) ?? (await site.call<Group>('POST', '/api/groups', { as, body })).id;
    ids.set(key, id);
    byName.set(name, byName.get(name) ?? id);
    const present = await site.call<GroupMember[]>('GET', `/api/groups/${id}/members`, { as });
    for (const [username, role] of Object.entries(members)) {
      const userId = people.get(username);
      if (present.some((member) => member.userId === userId)) continue;
      await site.call('POST', `/api/groups/${id}/members`, { as, body: { userId, role } });
    }
  }
  return byName;
};
