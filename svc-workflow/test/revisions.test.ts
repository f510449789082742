import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dictionary, groupId, parameter, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

const things = async () => {
  const [from, to] = [await workflow.statusNamed('Nowe'), await workflow.statusNamed('Zakończone')];
  return [
    ['/api/workflow-parameters', parameter('edited')],
    ['/api/workflow-status', { name: 'Edited', statusType: 'INTERMEDIATE' }],
    ['/api/status-transitions', { name: 'Edited', fromStatusId: from, toStatusId: to }],
  ] as const;
};

describe('two concurrent editors', () => {
  it.each([0, 1, 2])('of entity %i: the second is refused and overwrites nothing', async (index) => {
    const [path, body] = (await things())[index] ?? ['', {}];
    const made = await workflow.call('POST', path, body);
    expect(made.headers['etag']).toBe('"1"');
    const address = `${path}/${made.body.id}`;
    expect((await workflow.call('GET', address)).headers['etag']).toBe('"1"');
    expect(made.body).not.toHaveProperty('revision');

    const save = (ifMatch?: string) =>
      workflow.call('PUT', address, body, { headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
    const answers = await Promise.all([save('"1"'), save('"1"'), save('"1"')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect(answers.find(({ status }) => status === 200)?.headers['etag']).toBe('"2"');
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({
      code: 'PRECONDITION_FAILED',
      success: false,
    });
    expect((await save('W/"2"')).headers['etag']).toBe('"3"');
    expect((await save()).headers['etag']).toBe('"4"');
    expect((await save('*')).headers['etag']).toBe('"5"');

    const remove = (ifMatch: string) =>
      workflow.call('DELETE', address, undefined, { headers: { 'if-match': ifMatch } });
    expect((await remove('"4"')).status).toBe(412);
    const removals = await Promise.all([remove('"4", "5"'), remove('"5"')]);
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await save('"5"')).status).toBe(404);
  });
});

describe('OpenAPI', () => {
  it('documents If-Match and 412', async () => {
    const { body } = await workflow.request('GET', '/openapi.json');
    for (const thing of ['workflow-parameters', 'workflow-status', 'status-transitions']) {
      const { get, put, delete: remove } = body.paths[`/api/${thing}/{id}`];
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
  const order = (parameterIds: unknown) =>
    workflow.call('PUT', '/api/workflow-parameters/order', { parameterIds });

  it('reorders in one change and conflicts with edits of moved parameters', async () => {
    const [a, b, c] = [
      await workflow.makeParameter('a1', { sortOrder: 0 }),
      await workflow.makeParameter('b1', { sortOrder: 7 }),
      await workflow.makeParameter('c1', { sortOrder: 7 }),
    ] as const;
    const published = (await workflow.lastPublished())?.aggregateversion ?? 0;
    const { status, body } = await order([a, c, b]);
    expect(status).toBe(200);
    expect(body.map(({ id, sortOrder }: { id: number; sortOrder: number }) => [id, sortOrder])).toEqual([
      [a, 0],
      [c, 1],
      [b, 2],
    ]);
    const event = await workflow.lastPublished();
    expect(event?.aggregateversion).toBeGreaterThan(published);
    expect(event?.data).toMatchObject({ parameters: [{ id: a }, { id: c }, { id: b }] });
    expect((await workflow.call('GET', `/api/workflow-parameters/${a}`)).headers['etag']).toBe('"1"');
    expect((await workflow.call('GET', `/api/workflow-parameters/${b}`)).headers['etag']).toBe('"2"');
    const again = await order([a, c, b]);
    expect(again).toMatchObject({ status: 200, body });
    expect((await workflow.lastPublished())?.id).toBe(event?.id);
    expect((await workflow.call('GET', `/api/workflow-parameters/${b}`)).headers['etag']).toBe('"2"');
  });

  it('requires each parameter once: 422 for duplicates or unknown ones, 409 for missing ones', async () => {
    const ids: number[] = (await workflow.call('GET', '/api/workflow-parameters')).body.map(
      ({ id }: { id: number }) => id,
    );
    const [first = 0] = ids;
    const foreign = await workflow.callElsewhere('POST', '/api/workflow-parameters', parameter('theirs'));
    expect((await order([...ids, first])).body).toMatchObject({
      status: 422,
      errors: [{ field: `parameterIds.${ids.length}`, message: 'The parameter is listed twice.' }],
    });
    expect((await order([foreign.body.id, ...ids])).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'parameterIds.0',
          message: 'This parameter does not exist anymore. Reload the list.',
        },
      ],
    });
    expect((await order(ids.slice(1))).body).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await order('first')).status).toBe(422);
    expect((await order(ids)).status).toBe(200);
  });
});

describe('a save without changes', () => {
  it('succeeds and publishes nothing', async () => {
    const parent = await workflow.makeParameter('same1', dictionary('a', 'b'));
    const [from, to] = [await workflow.statusNamed('Nowe'), await workflow.statusNamed('Zakończone')];
    const condition = { conditionType: 'EQUALS', conditionValue: 'a' };
    const saved = [
      [
        '/api/workflow-parameters',
        parameter('same2', {
          ...dictionary('c'),
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
    for (const [path, body] of saved) {
      const made = await workflow.call('POST', path, body);
      const published = (await workflow.lastPublished())?.id;
      const again = await workflow.call('PUT', `${path}/${made.body.id}`, body);
      expect(again).toMatchObject({ status: 200, body: made.body });
      expect(again.headers['etag']).toBe('"2"');
      expect((await workflow.lastPublished())?.id).toBe(published);
      const other = { ...body, isActive: false, statusType: 'FINAL' };
      expect((await workflow.call('PUT', `${path}/${made.body.id}`, other)).status).toBe(200);
      expect((await workflow.lastPublished())?.id).not.toBe(published);
    }
  });
});
