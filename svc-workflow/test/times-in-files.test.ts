import type { WorkflowFile } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile, buildFileParameter, createWorkflowClient, type WorkflowClient } from './workflow-files';
import { acme as acmeOrganization, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
let acme: WorkflowClient;
let globex: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  acme = createWorkflowClient(service.call);
  globex = createWorkflowClient(service.callGlobex);
});
afterAll(() => service.close());

const buildTimedFile = (more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildFile({
    parameters: [buildFileParameter('rodzaj')],
    calendars: [
      {
        name: 'Biuro',
        isDefault: true,
        week: [{ day: 'MONDAY', from: '08:00', to: '16:00' }],
        holidays: [{ date: '2026-12-25', name: 'Boże Narodzenie' }],
      },
    ],
    targets: [
      {
        metric: 'Rozwiązanie',
        isActive: true,
        sortOrder: 1,
        priorities: ['HIGH'],
        conditions: [{ parameter: 'rodzaj', conditionType: 'EQUALS', conditionValue: 'x' }],
        calendar: 'Biuro',
        minutes: 480,
        startEvent: null,
        startStatuses: ['Nowe'],
        endEvent: 'FINISHED',
        endStatuses: [],
        pausedStatuses: ['Nowe'],
      },
    ],
    ...more,
  });
beforeEach(async () => {
  expect((await acme.import(buildTimedFile())).status).toBe(200);
});

describe('a workflow file with calendars and targets', () => {
  it('is exported as it was imported, also by another organization', async () => {
    const text = await acme.exportText();
    expect(JSON.parse(text)).toEqual(buildTimedFile());
    expect((await globex.import(JSON.parse(text))).status).toBe(200);
    expect(await globex.exportText()).toBe(text);
  });

  it('keeps the ids of calendars with the same name and targets of the same metric', async () => {
    const list = async () => ({
      calendars: (await acme.send('GET', '/api/calendars')).body.map(({ id }: { id: number }) => id),
      targets: (await acme.send('GET', '/api/targets')).body.map(({ id }: { id: number }) => id),
    });
    const before = await list();
    const [target] = buildTimedFile().targets ?? [];
    const changed = await acme.import(
      buildTimedFile({ targets: target ? [{ ...target, minutes: 60 }] : [] }),
    );
    expect(changed.body.changes).toEqual([
      {
        entity: 'target',
        action: 'CHANGED',
        name: 'Rozwiązanie',
        fields: [{ field: 'minutes', before: 480, after: 60 }],
      },
    ]);
    expect(await list()).toEqual(before);
  });

  it('keeps calendars and targets when a file of version 1 is imported', async () => {
    const { calendars: _, targets: __, ...untimed } = buildTimedFile({ format: 'obieg-workflow/1' });
    const text = await acme.exportText();
    expect((await acme.import(untimed)).body.changes).toEqual([]);
    expect(await acme.exportText()).toBe(text);
    const without = await acme.import({ ...untimed, parameters: [] });
    expect(without.body.changes).toContainEqual(
      expect.objectContaining({ entity: 'target', action: 'REMOVED' }),
    );
  });

  it('is rejected with the places of its errors', async () => {
    const [calendar] = buildTimedFile().calendars ?? [];
    const [target] = buildTimedFile().targets ?? [];
    if (!calendar || !target) throw new Error('no times');
    const fieldsOf = async (more: Partial<WorkflowFile>) =>
      (await acme.import(buildTimedFile(more))).body.errors.map(({ field }: { field: string }) => field);
    expect(await fieldsOf({ calendars: [{ ...calendar, isDefault: false }] })).toEqual(['file.calendars']);
    expect(await fieldsOf({ calendars: [{ ...calendar, week: [] }] })).toEqual(['file.calendars.0.week']);
    expect(
      await fieldsOf({
        targets: [
          {
            ...target,
            calendar: 'x',
            startStatuses: ['y'],
            endEvent: null,
            conditions: [{ parameter: 'z', conditionType: 'EXISTS', conditionValue: null }],
          },
        ],
      }),
    ).toEqual([
      'file.targets.0.calendar',
      'file.targets.0.endEvent',
      'file.targets.0.startStatuses.0',
      'file.targets.0.conditions.0.parameter',
    ]);
    expect(await fieldsOf({ format: 'obieg-workflow/1' })).toEqual(['file']);
  });

  it('is restored from a revision, with the ids that it had', async () => {
    const number = await acme.getNewest();
    const text = await acme.exportText();
    await acme.import(buildTimedFile({ calendars: [], targets: [] }));
    expect((await acme.send('GET', '/api/calendars')).body).toEqual([]);
    expect((await acme.restore(number)).status).toBe(200);
    expect(await acme.exportText()).toBe(text);
  });

  it('keeps calendars and targets when a revision of an earlier version is restored', async () => {
    const number = await acme.getNewest();
    const text = await acme.exportText();
    await withOrganization(service.db, acmeOrganization.id, (tx) =>
      tx.raw(
        `update workflow_revisions set snapshot = snapshot #- '{configuration,calendars}' #- '{configuration,targets}'
        where number = ?`,
        [number],
      ),
    );
    expect((await acme.restore(number)).body.changes).toEqual([]);
    expect(await acme.exportText()).toBe(text);
    expect((await acme.send('GET', `/api/workflow-revisions/${number}`)).body.file).toMatchObject({
      calendars: [],
      targets: [],
    });
  });
});
