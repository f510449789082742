import { startIdentity } from './identity-service';

/** Two organizations with people, for attacks from outside and inside. */
export const startAttacksWorld = async () => {
  const identity = await startIdentity();
  const acme = await identity.addOrganization('acme');
  const globex = await identity.addOrganization('globex');
  const ids = {
    anna: await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']),
    olga: await identity.addMember(acme.id, 'olga', ['OPERATOR']),
    wiktor: await identity.addMember(acme.id, 'wiktor', ['WORKFLOW_MANAGER']),
    greta: await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']),
  };
  const tokens = {
    anna: await identity.signIn('anna', acme),
    olga: await identity.signIn('olga', acme),
    wiktor: await identity.signIn('wiktor', acme),
    greta: await identity.signIn('greta', globex),
    superAtMain: await identity.signIn('super'),
  };
  const lastMailTo = async (recipient: string): Promise<string> =>
    (await identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc').first())?.body_text ??
    '';
  return {
    identity,
    acme,
    globex,
    ids,
    tokens,
    /** Calls acme. */
    here: (method: string, path: string, token?: string, body?: unknown, headers = {}) =>
      identity.request(method, path, { organization: acme, token, body, headers }),
    lastMailTo,
    /** @returns the secret in the mail */
    invite: async (email: string, at = acme, token = tokens.anna): Promise<string> => {
      const body = { email, roles: ['MEMBER'] };
      await identity.request('POST', '/api/admin/invite-user', { organization: at, token, body });
      return /token=([\w-]+)/.exec(await lastMailTo(email))?.[1] ?? '';
    },
    setPassword: (token: string, value = 'nowe-haslo', at = acme) =>
      identity.request('POST', '/api/auth/set-password', {
        organization: at,
        body: { token, password: value },
      }),
    /** Resets the limits, as after an hour. */
    resetSendLimits: () => identity.db.knex('verification_sends').delete(),
  };
};
export type AttacksWorld = Awaited<ReturnType<typeof startAttacksWorld>>;
