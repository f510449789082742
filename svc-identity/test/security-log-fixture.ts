import { withEveryOrganization } from '@obieg/service-kit';
import { expect } from 'vitest';
import { startIdentity } from './identity-service';

interface Entry {
  id: number;
  event: string;
  outcome: string;
  organization_id: number | null;
  actor_id: number | null;
  session_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  ip: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

/** Returns the session id of a token. */
export const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Returns an entry without actor, time and IP address. */
export const summarize = ({ event, outcome, subject_type, subject_id, details }: Entry) => ({
  event,
  outcome,
  on: `${subject_type}/${subject_id}`,
  details,
});

/** Starts svc-identity with two organizations and their users, and reads the security log. */
export const startSecurityLogFixture = async () => {
  const identity = await startIdentity();
  const acme = await identity.addOrganization('acme');
  const globex = await identity.addOrganization('globex');
  const add = (name: string, at: typeof acme, role: 'ORG_ADMIN' | 'OPERATOR') =>
    identity.addMember(at.id, name, [role]);
  const ids = {
    anna: await add('anna', acme, 'ORG_ADMIN'),
    olga: await add('olga', acme, 'OPERATOR'),
    greta: await add('greta', globex, 'ORG_ADMIN'),
    super: (await identity.db.knex('users').where({ username: 'super' }).first('id')).id as number,
  };
  const tokens = {
    anna: await identity.signIn('anna', acme),
    olga: await identity.signIn('olga', acme),
    superOnMainDomain: await identity.signIn('super'),
  };
  const listEntries = (): Promise<Entry[]> =>
    withEveryOrganization(identity.db, (tx) => tx('security_log').orderBy('id'));
  /** Returns the entries that `work` records. Checks that the log lines contain the same entries. */
  const recordEntries = async (work: () => Promise<unknown>): Promise<Entry[]> => {
    const [rowsBefore, linesBefore] = [(await listEntries()).length, identity.lines.length];
    await work();
    const rows = (await listEntries()).slice(rowsBefore);
    const lines = identity.lines
      .slice(linesBefore)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'security')
      .map(({ security }) => security);
    type Row = Entry & { happened_at?: Date; session_user_id?: number };
    expect(lines).toEqual(rows.map(({ id, happened_at, session_user_id, ...row }: Row) => row));
    return rows;
  };
  const call = (method: string, path: string, token?: string, body?: unknown, organization?: typeof acme) =>
    identity.request(method, path, {
      token,
      body,
      organization,
      headers: { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'request-of-a-test' },
    });
  return {
    identity,
    acme,
    globex,
    ids,
    tokens,
    listEntries,
    recordEntries,
    /** Sends a request to an organization's address, or to the main domain. */
    call,
    /** Sends a request to acme's address. */
    callAcme: (method: string, path: string, token?: string, body?: unknown) =>
      call(method, path, token, body, acme),
    readLastMail: async (recipient: string): Promise<string> =>
      (await identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc').first()).body_text,
  };
};
export type SecurityLogFixture = Awaited<ReturnType<typeof startSecurityLogFixture>>;
