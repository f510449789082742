import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFile, buildFileParameter, buildFileTransition } from './workflow-files';
import {
  acme,
  buildOrganizationEvent,
  buildParameter,
  startWorkflowService,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
let dateTimeId: number;
let statuses: { fromStatusId: number; toStatusId: number };
beforeAll(async () => {
  service = await startWorkflowService();
  await service.receiveMessage(buildOrganizationEvent(acme, 'Europe/Warsaw'));
  dateTimeId = await service.createParameter('start', { parameterType: 'DATETIME' });
  statuses = {
    fromStatusId: await service.findStatusId('Nowe'),
    toStatusId: await service.findStatusId('W toku'),
  };
});
afterAll(() => service.close());

/** On 29 March 2026, the clocks of Warsaw go from 02:00 to 03:00. */
const skipped = '2026-03-29T02:30';
const message = 'The clocks go forward on this day and skip this time. Enter another one.';
/** Times that are not skipped: after the change, with an offset, and shown twice in autumn. */
const possible = ['2026-03-29T03:00', '2026-03-29T02:30Z', '2026-10-25T02:30'];

const saveDefault = (defaultValue: string) =>
  service.call('POST', '/api/workflow-parameters', {
    ...buildParameter(`default ${defaultValue}`, { parameterType: 'DATETIME' }),
    defaultValue,
  });
const saveDependency = (conditionValue: string, conditionType = 'EQUALS') =>
  service.call(
    'POST',
    '/api/workflow-parameters',
    buildParameter(`dependency ${conditionValue}`, {
      dependencies: [{ parentParameterId: dateTimeId, conditionType, conditionValue }],
    }),
  );
const saveCondition = (conditionValue: string) =>
  service.call('POST', '/api/status-transitions', {
    name: 'Po terminie',
    ...statuses,
    parameterConditions: [{ parameterId: dateTimeId, conditionValue }],
  });
const saveRequirement = (defaultValue: string) =>
  service.call('POST', '/api/status-transitions', {
    name: 'Ustal termin',
    ...statuses,
    requiredParameters: [{ parameterId: dateTimeId, defaultValue }],
  });

describe('a time that the clocks of the organization skip', () => {
  it.each([
    ['a default value', saveDefault, 'defaultValue'],
    ['a dependency', saveDependency, 'dependencies.0.conditionValue'],
    ['a condition', saveCondition, 'parameterConditions.0.conditionValue'],
    ['the default value of a required parameter', saveRequirement, 'requiredParameters.0.defaultValue'],
  ])('is rejected with 422 at the field of %s', async (_, save, field) => {
    const { status, body } = await save(skipped);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [{ field, message }] });
    for (const value of possible) expect((await save(value)).status).toBe(201);
  });

  it('is rejected with 422 at each place of an imported file', async () => {
    const file = buildFile({
      parameters: [
        buildFileParameter('start', { parameterType: 'DATETIME', defaultValue: skipped }),
        buildFileParameter('details', {
          dependencies: [{ parameter: 'start', conditionType: 'NOT_EQUALS', conditionValue: skipped }],
        }),
      ],
      transitions: [
        buildFileTransition('Start', null, 'Nowe', {
          parameterConditions: [{ parameter: 'start', conditionType: 'EQUALS', conditionValue: skipped }],
        }),
        buildFileTransition('Koniec', 'Nowe', 'Gotowe', {
          requiredParameters: [{ parameter: 'start', isMandatory: true, defaultValue: skipped }],
        }),
      ],
    });
    const { status, body } = await service.call('POST', '/api/workflow-configuration/import?dryRun=true', {
      file,
      groups: {},
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual(
      [
        'file.parameters.0.defaultValue',
        'file.parameters.1.dependencies.0.conditionValue',
        'file.transitions.0.parameterConditions.0.conditionValue',
        'file.transitions.1.requiredParameters.0.defaultValue',
      ].map((field) => ({ field, message })),
    );
  });

  it('forbids a change of type if a condition compares with it', async () => {
    const text = buildParameter('moment');
    const textId = await service.createParameter('moment');
    await service.createParameter('after moment', {
      dependencies: [{ parentParameterId: textId, conditionType: 'EQUALS', conditionValue: skipped }],
    });
    const changed = await service.call('PUT', `/api/workflow-parameters/${textId}`, {
      ...text,
      parameterType: 'DATETIME',
    });
    expect(changed.body).toMatchObject({ status: 409, code: 'IN_USE', errors: [{ field: 'parameterType' }] });
  });

  it('depends on the time zone of the organization', async () => {
    await service.receiveMessage(buildOrganizationEvent(acme, 'Asia/Tokyo'));
    expect((await saveCondition(skipped)).status).toBe(201);
    await service.receiveMessage(buildOrganizationEvent(acme, 'America/New_York'));
    expect((await saveCondition('2026-03-08T02:30')).status).toBe(422);
  });
});
