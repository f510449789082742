import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  buildDictionary,
  buildParameter,
  groupId,
  startWorkflowService,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

/** Returns the path and a valid body for each kind of entity. */
const listRequests = async () => {
  const [from, to] = [await service.findStatusId('Nowe'), await service.findStatusId('Zakończone')];
  return [
    ['/api/workflow-parameters', buildParameter('edited')],
    ['/api/workflow-status', { name: 'Edited', statusType: 'INTERMEDIATE' }],
    ['/api/status-transitions', { name: 'Edited', fromStatusId: from, toStatusId: to }],
  ] as const;
};

describe('concurrent edits with If-Match', () => {
  it.each([
    ['a parameter', 0],
    ['a status', 1],
    ['a transition', 2],
  ])('of %s succeed once, and the others get 412', async (_, index) => {
    const [path, body] = (await listRequests())[index] ?? ['', {}];
    const created = await service.call('POST', path, body);
    expect(created.headers['etag']).toBe('"1"');
    const entityPath = `${path}/${created.body.id}`;
    expect((await service.call('GET', entityPath)).headers['etag']).toBe('"1"');
    expect(created.body).not.toHaveProperty('revision');
    expect((await service.call('GET', path)).body).toContainEqual({ ...created.body, revision: 1 });

    const save = (ifMatch?: string) =>
      service.call('PUT', entityPath, body, {
        headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      });
    const responses = await Promise.all([save('"1"'), save('"1"'), save('"1"')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect(responses.find(({ status }) => status === 200)?.headers['etag']).toBe('"2"');
    expect(responses.find(({ status }) => status === 412)?.body).toMatchObject({
      code: 'PRECONDITION_FAILED',
      success: false,
    });
    expect((await save('W/"2"')).headers['etag']).toBe('"3"');
    expect((await save()).headers['etag']).toBe('"4"');
    expect((await save('*')).headers['etag']).toBe('"5"');

    const remove = (ifMatch: string) =>
      service.call('DELETE', entityPath, undefined, { headers: { 'if-match': ifMatch } });
    expect((await remove('"4"')).status).toBe(412);
    const removals = await Promise.all([remove('"4", "5"'), remove('"5"')]);
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await save('"5"')).status).toBe(404);
  });
});

describe('a 412', () => {
  it('names the author of the last change of the entity, not of another one', async () => {
    const author = { token: service.tokenOf(13) };
    await service.addMember(13, acme.id, ['WORKFLOW_MANAGER']);
    const path = '/api/workflow-status';
    const { id } = (await service.call('POST', path, { name: 'Wspólny', statusType: 'INTERMEDIATE' })).body;
    await service.call('PUT', `${path}/${id}`, { name: 'Wspólna', statusType: 'FINAL' }, author);
    await service.call('POST', path, { name: 'Inny', statusType: 'INTERMEDIATE' });
    const refused = await service.call(
      'PUT',
      `${path}/${id}`,
      { name: 'Mój', statusType: 'INTERMEDIATE' },
      { headers: { 'if-match': '"1"' } },
    );
    expect([refused.status, refused.body.lastChange]).toEqual([
      412,
      { at: expect.stringMatching(/^\d{4}-/), authorName: 'u13' },
    ]);
  });
});

describe('GET /openapi.json', () => {
  it('documents If-Match and 412 for changes', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    for (const resource of ['workflow-parameters', 'workflow-status', 'status-transitions']) {
      const { get, put, delete: remove } = body.paths[`/api/${resource}/{id}`];
      for (const operation of [put, remove]) {
        expect(operation.parameters).toContainEqual(
          expect.objectContaining({ in: 'header', name: 'if-match' }),
        );
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['404', '409', '412']));
      }
      expect(Object.keys(get.responses)).not.toContain('412');
    }
  });
});

describe('PUT /api/workflow-parameters/order', () => {
  const putOrder = (parameterIds: unknown, movedId?: number) =>
    service.call('PUT', '/api/workflow-parameters/order', { parameterIds, movedId });
  const listOrder = async (): Promise<{ id: number; sortOrder: number }[]> =>
    (await service.call('GET', '/api/workflow-parameters')).body;

  it('reorders in one change, and changes the ETag of moved parameters only', async () => {
    const [a, b, c] = [
      await service.createParameter('a1', { sortOrder: 0 }),
      await service.createParameter('b1', { sortOrder: 7 }),
      await service.createParameter('c1', { sortOrder: 7 }),
    ] as const;
    const published = (await service.getLastPublished())?.aggregateversion ?? 0;
    const { status, body } = await putOrder([a, c, b]);
    expect(status).toBe(200);
    expect(body.map(({ id, sortOrder }: { id: number; sortOrder: number }) => [id, sortOrder])).toEqual([
      [a, 0],
      [c, 1],
      [b, 2],
    ]);
    const event = await service.getLastPublished();
    expect(event?.aggregateversion).toBeGreaterThan(published);
    expect(event?.data).toMatchObject({ parameters: [{ id: a }, { id: c }, { id: b }] });
    expect((await service.call('GET', `/api/workflow-parameters/${a}`)).headers['etag']).toBe('"1"');
    expect((await service.call('GET', `/api/workflow-parameters/${b}`)).headers['etag']).toBe('"2"');
    const repeated = await putOrder([a, c, b]);
    expect(repeated).toMatchObject({ status: 200, body });
    expect((await service.getLastPublished())?.id).toBe(event?.id);
    expect((await service.call('GET', `/api/workflow-parameters/${b}`)).headers['etag']).toBe('"2"');
  });

  it('moves only the named parameter, also when another one was moved in the meantime', async () => {
    const before = await listOrder();
    const ids = before.map(({ id }) => id);
    const [d, e, f] = [
      await service.createParameter('d1', { sortOrder: 100 }),
      await service.createParameter('e1', { sortOrder: 110 }),
      await service.createParameter('f1', { sortOrder: 120 }),
    ] as const;
    expect((await putOrder([...ids, f, d, e], f)).status).toBe(200);
    expect((await putOrder([d, ...ids, e, f], d)).status).toBe(200);
    const after = await listOrder();
    expect(after.map(({ id }) => id)).toEqual([d, ...ids, f, e]);
    expect(after.map(({ sortOrder }) => sortOrder)).toEqual([
      ...before.map(({ sortOrder }) => sortOrder),
      100,
      110,
      120,
    ]);
    expect((await putOrder([...ids, d, e, f], 999_999)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'movedId' }],
    });
    for (const id of [d, e, f]) await service.call('DELETE', `/api/workflow-parameters/${id}`);
  });

  it('saves one of two orders at once, and answers the other with 412', async () => {
    const ids = (await listOrder()).map(({ id }) => id);
    const [d, e] = [
      await service.createParameter('d2', { sortOrder: 150 }),
      await service.createParameter('e2', { sortOrder: 160 }),
    ] as const;
    const expectedOrder = [...ids, d, e];
    const save = (parameterIds: number[], expected = expectedOrder, movedId?: number) =>
      service.call('PUT', '/api/workflow-parameters/order', {
        parameterIds,
        movedId,
        expectedOrder: expected,
      });
    const first = [d, ...ids, e];
    const second = [e, ...ids, d];
    const answers = await Promise.all([save(first), save(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({ code: 'PRECONDITION_FAILED' });
    const [saved, lost] = answers[0]?.status === 200 ? [first, second] : [second, first];
    expect((await listOrder()).map(({ id }) => id)).toEqual(saved);
    expect((await save(saved)).status).toBe(200);
    expect((await save(lost, expectedOrder, d)).status).toBe(412);
    expect((await save(lost, saved)).status).toBe(200);
    for (const id of [d, e]) await service.call('DELETE', `/api/workflow-parameters/${id}`);
    expect((await save(ids, [...ids, d])).status).toBe(200);
    expect((await save(ids.toReversed(), [...ids, d])).status).toBe(412);
  });

  it('rejects a parameter before one that it is asked after with 422', async () => {
    const ids = (await listOrder()).map(({ id }) => id);
    const parent = await service.createParameter('rodzic', { sortOrder: 200 });
    const child = await service.createParameter('dziecko', {
      sortOrder: 210,
      dependencies: [{ parentParameterId: parent, conditionType: 'EXISTS' }],
    });
    const errors = [
      {
        field: `parameterIds.${ids.length}`,
        message: '“dziecko” depends on the answer to “rodzic”, so it is asked after it.',
      },
    ];
    for (const movedId of [child, parent, undefined])
      expect((await putOrder([...ids, child, parent], movedId)).body).toMatchObject({ status: 422, errors });
    await service.call('DELETE', `/api/workflow-parameters/${child}`);
    await service.call('DELETE', `/api/workflow-parameters/${parent}`);
  });

  it('rejects duplicate and unknown parameters with 422, and missing ones with 409', async () => {
    const ids: number[] = (await service.call('GET', '/api/workflow-parameters')).body.map(
      ({ id }: { id: number }) => id,
    );
    const [first = 0] = ids;
    const ofGlobex = await service.callGlobex('POST', '/api/workflow-parameters', buildParameter('theirs'));
    expect((await putOrder([...ids, first])).body).toMatchObject({
      status: 422,
      errors: [{ field: `parameterIds.${ids.length}`, message: 'The parameter is listed twice.' }],
    });
    expect((await putOrder([ofGlobex.body.id, ...ids])).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'parameterIds.0',
          message: 'This parameter does not exist anymore. Reload the list.',
        },
      ],
    });
    expect((await putOrder(ids.slice(1))).body).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await putOrder('first')).status).toBe(422);
    expect((await putOrder(ids)).status).toBe(200);
  });
});

describe('a PUT without changes', () => {
  it('succeeds and publishes no event', async () => {
    const parent = await service.createParameter('same1', buildDictionary('a', 'b'));
    const [from, to] = [await service.findStatusId('Nowe'), await service.findStatusId('Zakończone')];
    const condition = { conditionType: 'EQUALS', conditionValue: 'a' };
    const requests = [
      [
        '/api/workflow-parameters',
        buildParameter('same2', {
          ...buildDictionary('c'),
          dependencies: [{ parentParameterId: parent, ...condition }],
        }),
      ],
      ['/api/workflow-status', { name: 'Same', statusType: 'INTERMEDIATE' }],
      [
        '/api/status-transitions',
        {
          name: 'Same',
          fromStatusId: from,
          toStatusId: to,
          executorGroupIds: [groupId],
          parameterConditions: [{ parameterId: parent, ...condition }],
          requiredParameters: [{ parameterId: parent, isMandatory: true, defaultValue: 'b' }],
        },
      ],
    ] as const;
    for (const [path, body] of requests) {
      const created = await service.call('POST', path, body);
      const published = (await service.getLastPublished())?.id;
      const repeated = await service.call('PUT', `${path}/${created.body.id}`, body);
      expect(repeated).toMatchObject({ status: 200, body: created.body });
      expect(repeated.headers['etag']).toBe('"2"');
      expect((await service.getLastPublished())?.id).toBe(published);
      const changed = { ...body, isActive: false, statusType: 'FINAL' };
      expect((await service.call('PUT', `${path}/${created.body.id}`, changed)).status).toBe(200);
      expect((await service.getLastPublished())?.id).not.toBe(published);
    }
  });
});
