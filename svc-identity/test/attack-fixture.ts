import { startIdentity } from './identity-service';

/** Starts svc-identity with two organizations, their users and a session for each user. */
export const startAttackFixture = async () => {
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
    superOnMainDomain: await identity.signIn('super'),
  };
  const readLastMail = async (recipient: string): Promise<string> =>
    (await identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc').first())?.body_text ??
    '';
  return {
    identity,
    acme,
    globex,
    ids,
    tokens,
    /** Sends a request to acme's address. */
    callAcme: (method: string, path: string, token?: string, body?: unknown, headers = {}) =>
      identity.request(method, path, { organization: acme, token, body, headers }),
    readLastMail,
    /** Invites a user. @returns the secret from the mail */
    invite: async (email: string, at = acme, token = tokens.anna): Promise<string> => {
      const body = { email, roles: ['MEMBER'] };
      await identity.request('POST', '/api/admin/invite-user', { organization: at, token, body });
      return /token=([\w-]+)/.exec(await readLastMail(email))?.[1] ?? '';
    },
    setPassword: (token: string, value = 'nowe-haslo', at = acme) =>
      identity.request('POST', '/api/auth/set-password', {
        organization: at,
        body: { token, password: value },
      }),
    /** Resets the limits of sent codes, as if an hour had passed. */
    resetSendLimits: () => identity.db.knex('verification_sends').delete(),
  };
};
export type AttackFixture = Awaited<ReturnType<typeof startAttackFixture>>;
