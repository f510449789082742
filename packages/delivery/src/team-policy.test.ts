import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createKeyPair, parseRemoteKeys } from './keys';
import type { ObjectStore } from './object-store';
import { publishFolder } from './publish-folder';
import { publishRemoteKeys, readPublishedRemoteKeys } from './published-keys';
import { promoteCanary, releaseVersion, rollBack } from './releases';
import { writeBuiltFolder } from './testing/built-folder';
import { stores, type TestStore } from './testing/stores';

const policySchema = z.object({
  Statement: z.array(
    z.object({ Effect: z.literal('Allow'), Action: z.array(z.string()), Resource: z.array(z.string()) }),
  ),
});
const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/deploy-a-remote.md'), 'utf8');
const policy = policySchema.parse(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''));

const bucket = 'arn:aws:s3:::obieg-static';
/** A `*` of a resource stands for any text, slashes included. */
const fits = (resource: string, pattern: string): boolean => {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return resource === pattern;
  return (
    rest.length === 0 &&
    resource.length >= start.length + end.length &&
    resource.startsWith(start) &&
    resource.endsWith(end)
  );
};
const isAllowed = (action: string, resource: string): boolean =>
  policy.Statement.some(
    ({ Action, Resource }) => Action.includes(action) && Resource.some((pattern) => fits(resource, pattern)),
  );

/** The store as a bucket with the policy of the page serves it. */
const limit = (store: ObjectStore): ObjectStore => {
  const check = (action: string, resource: string): void => {
    if (!isAllowed(action, resource)) throw new Error(`AccessDenied: ${action} ${resource}`);
  };
  const checked =
    <Args extends [key: string, ...rest: unknown[]], Result>(
      action: string,
      run: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      check(action, action === 's3:ListBucket' ? bucket : `${bucket}/${args[0]}`);
      return run(...args);
    };
  return {
    address: store.address,
    read: checked('s3:GetObject', store.read),
    list: checked('s3:ListBucket', store.list),
    listFolders: checked('s3:ListBucket', store.listFolders),
    create: checked('s3:PutObject', store.create),
    replace: checked('s3:PutObject', store.replace),
    remove: checked('s3:DeleteObject', store.remove),
  };
};

describe.each(stores)('policy of docs/how-to/deploy-a-remote.md for %s', (_name, start) => {
  const pair = createKeyPair();
  const privateKey = createPrivateKey(pair.privateKey);
  const keys = parseRemoteKeys(
    JSON.stringify({ 'mf-tasks': pair.publicKey, 'mf-other': pair.publicKey, shell: pair.publicKey }),
  );
  const change = () => ({ by: 'team', at: new Date(), keys });
  let folder: string;
  let test: TestStore;

  const publish = (store: ObjectStore, id: string, version: string) => {
    writeBuiltFolder({ folder, id, version });
    return publishFolder({ store, folder, privateKey, keys });
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'obieg-policy-'));
    test = await start();
    await publish(test.store, 'mf-other', 'v1');
    await releaseVersion(test.store, 'mf-other', { ...change(), version: 'v1' });
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lets a team publish, release, promote and roll back its remote', async () => {
    const store = limit(test.store);
    await publishRemoteKeys(test.store, keys);
    expect([...((await readPublishedRemoteKeys(store)) ?? new Map()).keys()]).toContain('mf-tasks');
    for (const version of ['v1', 'v2']) await publish(store, 'mf-tasks', version);
    await releaseVersion(store, 'mf-tasks', { ...change(), version: 'v1' });
    await releaseVersion(store, 'mf-tasks', { ...change(), version: 'v2', organizations: ['globex'] });
    await promoteCanary(store, 'mf-tasks', change());
    expect(await rollBack(store, 'mf-tasks', change())).toMatchObject({ stable: 'v1' });
  });

  it('keeps a team from the remotes of others and from deleting', async () => {
    const store = limit(test.store);
    await expect(publish(store, 'mf-other', 'v2')).rejects.toThrow('AccessDenied: s3:PutObject');
    await publish(test.store, 'mf-other', 'v3');
    const release = releaseVersion(store, 'mf-other', { by: 'team', at: new Date(), version: 'v3' });
    await expect(release).rejects.toThrow('AccessDenied: s3:PutObject');
    await expect(store.remove('remotes/mf-tasks/release.json')).rejects.toThrow('AccessDenied');
    await expect(publishRemoteKeys(store, keys)).rejects.toThrow('AccessDenied: s3:PutObject');
  });
});
