import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKeys } from '../src/keys/signing-keys';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let token: string;
beforeAll(async () => {
  identity = await startIdentity();
  token = await identity.signIn('super');
});
afterAll(() => identity.close());

const listPublishedIds = async (): Promise<string[]> => {
  const { body } = await identity.request('GET', '/.well-known/jwks.json');
  return body.keys.map(({ kid }: { kid: string }) => kid);
};
const advanceTime = (hours: number) =>
  identity.db.knex.raw(`update signing_keys set retired_at = retired_at - ? * interval '1 hour'`, [hours]);

describe('createSigningKeys', () => {
  it('creates one key for concurrent replicas', async () => {
    const identity = await startIdentity();
    const replicas = Array.from({ length: 4 }, () => createSigningKeys(identity.db));
    const published = await Promise.all(replicas.map((keys) => keys.published()));
    const [id] = await identity.db.knex('signing_keys').pluck('id');
    expect(published.map((keys) => keys.map(({ kid }) => kid))).toEqual(Array(4).fill([id]));
    expect((await replicas[0]?.current())?.id).toBe(id);
    await identity.close();
  });
});

describe('rotate', () => {
  it('signs with a new key, and publishes the old one while its tokens are valid', async () => {
    const [former] = await listPublishedIds();
    // The command rotate-keys also uses its own instance, in another process.
    const keys = createSigningKeys(identity.db);
    await keys.rotate();
    const { id: current } = await keys.current();
    expect(current).not.toBe(former);
    expect(await listPublishedIds()).toEqual([current, former]);
    expect((await identity.request('GET', '/api/auth/me', { token })).status).toBe(200);

    // A token is valid for 12 hours. A process with cached keys signs with the old key for up to half a minute.
    await advanceTime(12.1);
    expect(await listPublishedIds()).toEqual([current, former]);
    await advanceTime(12);
    expect(await listPublishedIds()).toEqual([current]);
    expect((await keys.current()).id).toBe(current);
  });

  it('leaves one signing key when repeated', async () => {
    const keys = createSigningKeys(identity.db);
    await keys.rotate();
    await keys.rotate();
    const signing = await identity.db.knex('signing_keys').whereNull('retired_at').pluck('id');
    expect(signing).toEqual([(await keys.current()).id]);
    expect(await listPublishedIds()).toHaveLength(3);
  });
});
