import { findingCodes, type WorkflowFile, workflowLimits } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCheck } from '../src/check/check.service';
import { runCheckHere } from '../src/check/check-runner';
import {
  buildDependentQuestions,
  buildLongChains,
  buildManyStarts,
  buildManyTransitions,
  buildManyValues,
} from './expensive-workflows';
import { buildFile, buildFileParameter, createWorkflowClient, type WorkflowClient } from './workflow-files';
import { acme, buildParameter, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
let client: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  client = createWorkflowClient(service.call);
});
afterAll(() => service.close());

const checkPath = '/api/workflow-check';

/** Sends requests of the other organization until acme gets its answer. Counts those answered during acme's check. */
const countAnsweredMeanwhile = async (answer: Promise<unknown>): Promise<number> => {
  let isRunning = true;
  void answer.then(() => {
    isRunning = false;
  });
  let answered = 0;
  while (isRunning) {
    const isChecking = service.isChecking(acme.id);
    expect((await service.callGlobex('GET', checkPath)).status).toBe(200);
    if (isChecking && service.isChecking(acme.id)) answered += 1;
  }
  return answered;
};

describe('an expensive workflow', () => {
  it.each<[string, WorkflowFile]>([
    ['many compared values', buildManyValues(1_000)],
    ['many starts', buildManyStarts(800)],
    ['long chains', buildLongChains(250)],
    ['questions that depend on each other', buildDependentQuestions(120)],
    ['many transitions among many statuses', buildManyTransitions(1_200)],
    [
      'scenarios',
      buildFile({
        parameters: buildDependentQuestions(100).parameters,
        scenarios: Array.from({ length: 100 }, (_, index) => ({
          name: `Scenariusz ${index}`,
          answers: Array.from({ length: 100 }, (__, row) => ({ parameter: `p${row + 1}`, value: '99' })),
          expectedQuestions: [],
          expectedStatus: 'Nowe',
          expectedGroup: null,
        })),
      }),
    ],
  ])('with %s gets an answer that says whether it is checked', async (_, file) => {
    const { status, body } = await client.preview(file);
    expect(status).toBe(200);
    expect(body.isComplete).toBe(body.unchecked.length === 0);
  });

  it('is checked in a thread: other organizations get answers during the check', async () => {
    expect(await countAnsweredMeanwhile(client.preview(buildManyStarts(800)))).toBeGreaterThan(0);
  });

  it('is refused if conditions name too many values of one parameter, with the number and the limit', async () => {
    const { status, body } = await client.preview(buildManyValues(3_000));
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        field: 'parameterConditions',
        message: expect.stringMatching(/1000 different values .* make it 3000/),
      },
    ]);
  });

  it('is refused for its number of conditions before any of them is read', async () => {
    const count = workflowLimits.conditions + 50;
    const { status, body } = await client.preview({ ...buildManyValues(count), parameters: [] });
    expect(status).toBe(422);
    // Each condition names a parameter that the file lacks.
    expect(body.errors).toEqual([
      { field: 'parameterConditions', message: expect.stringContaining(`${count}`) },
    ]);
  });

  it('says in each answer which kinds of mistakes are unchecked', async () => {
    const file = buildManyTransitions(1_200);
    const incomplete = { isComplete: false, unchecked: expect.arrayContaining(['FINAL_UNREACHABLE']) };
    expect((await client.preview(file)).body).toMatchObject(incomplete);
    expect((await client.import(file)).body).toMatchObject(incomplete);
    expect((await service.call('GET', checkPath)).body).toMatchObject(incomplete);
    expect((await client.restore(1)).body).toMatchObject({ isComplete: true, unchecked: [] });
  });
});

describe('GET /api/workflow-check', () => {
  it('checks an unchanged workflow once, also for concurrent requests', async () => {
    const run = vi.fn(runCheckHere);
    const check = createCheck(service.db, run);
    const first = await Promise.all([check(acme.id), check(acme.id), check(acme.id)]);
    expect(await check(acme.id)).toEqual(first[0]);
    expect(run).toHaveBeenCalledTimes(1);
    await service.createStatus('Nowy status');
    await check(acme.id);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('checks again if no thread was free', async () => {
    const notRun = { findings: [], isComplete: false, unchecked: [...findingCodes], hasRun: false };
    const run = vi.fn(runCheckHere).mockResolvedValueOnce(notRun);
    const check = createCheck(service.db, run);
    expect((await check(acme.id)).isComplete).toBe(false);
    expect((await check(acme.id)).isComplete).toBe(true);
  });
});

describe('the limits of a workflow', () => {
  it('hold for a single change, and for concurrent ones', async () => {
    const { parameters: max } = workflowLimits;
    const parameters = Array.from({ length: max - 1 }, (_, index) => buildFileParameter(`p${index}`));
    expect((await client.import(buildFile({ parameters }))).status).toBe(200);
    const create = (name: string) => service.call('POST', '/api/workflow-parameters', buildParameter(name));
    const answers = await Promise.all(['nowy 1', 'nowy 2', 'nowy 3'].map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual([
      {
        field: 'parameters',
        message: 'A workflow can have 500 parameters. This change would make it 501.',
      },
    ]);
  });

  it('hold for an import of too many parameters, which saves nothing', async () => {
    const revision = await client.getNewest();
    const parameters = Array.from({ length: workflowLimits.parameters + 1 }, (_, index) =>
      buildFileParameter(`p${index}`),
    );
    const { status, body } = await client.import(buildFile({ parameters }));
    expect([status, body.errors[0].message]).toEqual([422, expect.stringContaining('501')]);
    expect(await client.getNewest()).toBe(revision);
  });
});
