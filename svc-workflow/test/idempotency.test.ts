import { sweepCreations, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  buildParameter,
  startWorkflowService,
  userIds,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
let statusId: number;
beforeAll(async () => {
  service = await startWorkflowService();
  statusId = await service.findStatusId('Nowe');
});
afterAll(() => service.close());

const send = (path: string, body: object, key: string, token?: string) =>
  service.call('POST', path, body, {
    headers: { 'idempotency-key': key },
    ...(token === undefined ? {} : { token }),
  });
const countNamed = async (path: string, field: string, name: string): Promise<number> =>
  (await service.call('GET', path)).body.filter((one: Record<string, unknown>) => one[field] === name).length;
const transitions = '/api/status-transitions';
const buildTransition = (name: string) => ({ name, toStatusId: statusId });

describe('POST with an Idempotency-Key', () => {
  it.each([
    ['/api/workflow-parameters', 'parameterName', (name: string) => buildParameter(name)],
    ['/api/workflow-status', 'name', (name: string) => ({ name, statusType: 'FINAL' })],
    [transitions, 'name', buildTransition],
    [
      '/api/workflow-scenarios',
      'name',
      (name: string) => ({
        name,
        answers: {},
        expectedQuestionIds: [],
        expectedStatusId: statusId,
        expectedGroupId: null,
      }),
    ],
  ])('to %s creates one entity and repeats the first response', async (path, field, build) => {
    const first = await send(path, build('raz'), 'first-attempt');
    const again = await send(path, build('raz'), 'first-attempt');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect(await countNamed(path, field, 'raz')).toBe(1);
    await service.call('DELETE', `${path}/${first.body.id}`);
    await withOrganization(service.db, acme.id, (tx) => tx('creations').delete());
  });

  it('creates one transition from twenty concurrent calls', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(transitions, buildTransition('naraz'), 'all-at-once')),
    );
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await countNamed(transitions, 'name', 'naraz')).toBe(1);
  });

  it('rejects another body or another endpoint with 409', async () => {
    await send(transitions, buildTransition('pierwsze'), 'reused-key');
    expect((await send(transitions, buildTransition('drugie'), 'reused-key')).status).toBe(409);
    const status = { name: 'Inny', statusType: 'FINAL' };
    expect((await send('/api/workflow-status', status, 'reused-key')).status).toBe(409);
    expect(await countNamed('/api/workflow-status', 'name', 'Inny')).toBe(0);
  });

  it('creates the entity after an attempt that was rejected', async () => {
    expect((await send(transitions, { name: '', toStatusId: statusId }, 'corrected')).status).toBe(422);
    expect((await send(transitions, { name: 'x', toStatusId: 999_999 }, 'corrected')).status).toBe(422);
    expect((await send(transitions, buildTransition('poprawione'), 'corrected')).status).toBe(201);
  });

  it('is a different key for each caller and organization, and needs the permission again', async () => {
    const { id } = (await send(transitions, buildTransition('moje'), 'shared-key')).body;
    const member = service.tokenOf(userIds.member);
    expect((await send(transitions, buildTransition('moje'), 'shared-key', member)).status).toBe(403);
    const theirs = await service.request('POST', '/api/workflow-status', {
      organization: { id: 2, code: 'globex' },
      token: service.tokenOf(userIds.globexManager, 2),
      body: { name: 'Ich', statusType: 'FINAL' },
      headers: { 'idempotency-key': 'shared-key' },
    });
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(id);
  });

  it('rejects an invalid key with 400', async () => {
    for (const key of ['short', 'x'.repeat(201)])
      expect((await send(transitions, buildTransition('zły'), key)).status).toBe(400);
  });

  it('forgets keys after 24 hours, and all but the newest hundred of a caller', async () => {
    await send(transitions, buildTransition('dawne'), 'expired-key');
    await withOrganization(service.db, acme.id, (tx) =>
      tx('creations')
        .where({ key: 'expired-key' })
        .update({ created_at: tx.raw(`now() - interval '25 hours'`) }),
    );
    expect((await send(transitions, buildTransition('nowe'), 'expired-key')).status).toBe(201);
    await withOrganization(service.db, acme.id, (tx) =>
      tx('creations').insert(
        Array.from({ length: 120 }, (_, index) => ({
          organization_id: acme.id,
          user_id: userIds.manager,
          key: `many-keys-${index}`,
          request_hash: '',
          response: '{}',
          created_at: tx.raw(`now() - ? * interval '1 minute'`, [index]),
        })),
      ),
    );
    await send(transitions, buildTransition('kolejne'), 'one-more-key');
    const keys: string[] = await withOrganization(service.db, acme.id, (tx) =>
      tx('creations').where({ user_id: userIds.manager }).pluck('key'),
    );
    expect(keys).toHaveLength(100);
    expect(keys).toContain('one-more-key');
    expect(keys).not.toContain('many-keys-119');
    await withEveryOrganization(service.db, (tx) =>
      tx('creations').update({ created_at: tx.raw(`now() - interval '25 hours'`) }),
    );
    expect(await sweepCreations(service.db)).toBeGreaterThan(100);
  });
});
