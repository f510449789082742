import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { submission } from './tasks-service';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
const { getConfiguration, reset, publish, withChangedParameter, callAsOperator, run, submitInProgress } =
  createWorkflowEditor(() => fixture);
beforeEach(reset);

const listAnswerIds = async (id: number, token?: string): Promise<number[]> =>
  (
    await fixture.call('GET', `/api/tasks/${id}?include=statusHistory,changeHistory,comments`, token)
  ).body.task.parameterDetails.map(({ parameterId }: { parameterId: number }) => parameterId);

describe('answers that a visitor sees', () => {
  const finish = async (): Promise<number> => {
    const id = await submitInProgress();
    expect((await run(id, 5, { 3: '17' })).status).toBe(200);
    return id;
  };

  it('exclude those of SYSTEM_CONTROLLED parameters, also in the history', async () => {
    const id = await finish();
    expect(await listAnswerIds(id, fixture.tokens.operator)).toEqual([1, 2, 3]);
    expect(await listAnswerIds(id)).toEqual([1, 2]);
    expect(await listAnswerIds(id, fixture.tokens.reporter)).toEqual([1, 2]);
    const page = await fixture.call('GET', `/api/tasks/${id}?include=statusHistory,changeHistory,comments`);
    expect(JSON.stringify(page.body)).not.toContain('"17"');
    const history = await fixture.call('GET', `/api/tasks/${id}/change-history`);
    expect(JSON.stringify(history.body)).not.toContain('"17"');
  });

  it('follow the present stage of the parameter', async () => {
    const id = await finish();
    await publish({ parameters: withChangedParameter(2, { parameterStage: 'SYSTEM_CONTROLLED' }) });
    expect(await listAnswerIds(id)).toEqual([1]);
    await publish({ parameters: withChangedParameter(3, { parameterStage: 'ALWAYS' }) });
    expect(await listAnswerIds(id)).toEqual([1, 3]);
  });

  it('include those of deleted parameters, unless they were or may have been SYSTEM_CONTROLLED', async () => {
    const id = await finish();
    await publish({ parameters: getConfiguration().parameters.filter((one) => one.id === 1) });
    expect(await listAnswerIds(id, fixture.tokens.operator)).toEqual([1, 2, 3]);
    expect(await listAnswerIds(id)).toEqual([1, 2]);
    // As the previous release stored deleted parameters.
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('configurations').update({
        retired_parameters: tx.raw(
          `(select jsonb_agg(one - 'parameterStage') from jsonb_array_elements(retired_parameters::jsonb) one)`,
        ),
        version: tx.raw('version + 1'),
      }),
    );
    expect(await listAnswerIds(id)).toEqual([1]);
  });
});

describe('a date and time in an answer', () => {
  const ask = (conditionValue: string) =>
    publish({
      parameters: withChangedParameter(2, {
        parameterType: 'DATETIME',
        dependencies: [],
      }).map((one) =>
        one.id === 1
          ? {
              ...one,
              parameterType: 'TEXT',
              dictionaryValues: [],
              dependencies: [
                { id: 900, parentParameterId: 2, conditionType: 'EQUALS' as const, conditionValue },
              ],
              sortOrder: 50,
            }
          : one,
      ),
    });
  const submit = (workflowParameters: object) =>
    fixture.call('POST', '/api/tasks', undefined, { ...submission, workflowParameters });
  const setTimeZone = (time_zone: string) =>
    withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('organizations').update({ time_zone }));

  it('is refused if the clocks of the organization skip it', async () => {
    await setTimeZone('Europe/Warsaw');
    await ask('2026-01-01T12:00');
    const refused = await submit({ 2: '2026-03-29T02:30' });
    expect(refused.body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'workflowParameters.2',
          message: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
        },
      ],
    });
    await setTimeZone('America/New_York');
    expect((await submit({ 2: '2026-03-29T02:30' })).status).toBe(201);
    expect((await submit({ 2: '2026-03-08T02:30' })).status).toBe(422);
  });

  it('is refused in a correction, too', async () => {
    await setTimeZone('Europe/Warsaw');
    await ask('2026-01-01T12:00');
    const id = (await submit({ 2: '2026-03-29T01:30' })).body.publicTaskId;
    const correct = (answer: string) =>
      callAsOperator('PUT', String(id), { title: 'T', workflowParameters: { 2: answer } });
    expect((await correct('2026-03-29T02:30')).status).toBe(422);
    expect((await correct('2026-03-29T03:30')).status).toBe(200);
  });

  it('equals the same instant with an offset, in the time zone that the organization has now', async () => {
    await setTimeZone('Europe/Warsaw');
    await ask('2026-07-01T10:00Z');
    expect((await submit({ 2: '2026-07-01T12:00' })).body.errors).toMatchObject([
      { field: 'workflowParameters.1' },
    ]);
    expect((await submit({ 2: '2026-07-01T12:00', 1: 'x' })).status).toBe(201);
    expect((await submit({ 2: '2026-07-01T10:00' })).status).toBe(201);
    await setTimeZone('Asia/Tokyo');
    expect((await submit({ 2: '2026-07-01T12:00' })).status).toBe(201);
    expect((await submit({ 2: '2026-07-01T19:00' })).status).toBe(422);
  });
});
