import { type Finding, findingCodes, type WorkflowCheck } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../test-support';

afterEach(signOutForTest);

const createdAt = '2026-01-05T10:00:00.000Z';
const statuses = [
  { id: 1, name: 'Nowe', statusType: 'INITIAL', createdAt },
  { id: 2, name: 'W toku', statusType: 'INTERMEDIATE', createdAt },
  { id: 3, name: 'Zakończone', statusType: 'FINAL', createdAt },
];
const transition = (id: number, name: string, fromStatusId: number | null, toStatusId: number) => ({
  id,
  name,
  description: null,
  fromStatusId,
  fromStatusName: statuses.find((status) => status.id === fromStatusId)?.name ?? null,
  toStatusId,
  toStatusName: statuses.find((status) => status.id === toStatusId)?.name ?? '',
  targetGroupId: null,
  targetGroupName: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
});
const transitions = [
  transition(1, 'Nowe zgłoszenie', null, 1),
  transition(2, 'Rozpocznij', 1, 2),
  transition(3, 'Zakończ', 2, 3),
];
const deadEnd: Finding = {
  code: 'STATUS_DEAD_END',
  severity: 'error',
  subject: { kind: 'status', id: 2, name: 'W toku' },
  related: [],
  message: { pl: 'Zadania utkną.', en: 'Tasks get stuck in it.' },
  example: {
    answers: [],
    path: [
      { status: { id: 1, name: 'Nowe' }, transition: null, answers: [] },
      { status: { id: 2, name: 'W toku' }, transition: { id: 2, name: 'Rozpocznij' }, answers: [] },
    ],
  },
};
const hint = (id: number): Finding => ({
  ...deadEnd,
  code: 'QUESTION_BEFORE_PARENT',
  severity: 'hint',
  subject: { kind: 'parameter', id, name: `Pytanie ${id}` },
  message: { pl: `Wskazówka ${id}`, en: `Hint ${id}` },
  example: null,
});
const routes = (findings: Finding[] = [], unchecked: WorkflowCheck['unchecked'] = []): FakeRoutes => ({
  'GET /api/workflow-status': () => ({ body: statuses }),
  'GET /api/workflow-status/2': () => ({ body: statuses[1] ?? {}, headers: { etag: '"1"' } }),
  'GET /api/status-transitions': () => ({ body: transitions }),
  'GET /api/status-transitions/3': () => ({ body: transitions[2] ?? {}, headers: { etag: '"1"' } }),
  'GET /api/workflow-parameters': () => ({ body: [] }),
  'GET /api/groups': () => ({ body: [] }),
  'GET /api/workflow-scenarios': () => ({ body: [] }),
  'GET /api/workflow-check': () => ({
    body: { revision: 3, findings, unchecked, groups: [] } satisfies WorkflowCheck,
  }),
});
const open = (path: string, more: FakeRoutes = routes()) =>
  openRemote(path, more, 'hasBasePermission', 'canManageWorkflow');

describe('deactivating a parameter that an active transition requires', () => {
  it('warns before saving and names the transition', async () => {
    const parameter = buildParameter(1, { displayName: 'Powód', parameterStage: 'ALWAYS' });
    const requiring = {
      ...transitions[2],
      requiredParameters: [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: null }],
    };
    await open('/workflow-parameters/1/edit', {
      ...routes(),
      'GET /api/workflow-parameters': () => ({ body: [parameter] }),
      'GET /api/workflow-parameters/available-parents': () => ({ body: [parameter] }),
      'GET /api/workflow-parameters/1': () => ({ body: parameter, headers: { etag: '"1"' } }),
      'GET /api/status-transitions': () => ({ body: [...transitions.slice(0, 2), requiring] }),
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Active' }));
    const warning = (await screen.findByText(/^After saving, the workflow would have/)).closest(
      '[role="status"]',
    );
    await waitFor(() => expect(warning?.textContent).toMatch(/Zakończ.*Powód/));
  });
});

describe('findings panel', () => {
  it('lists findings with severity, text, example and a link to mend them', async () => {
    await open('/workflow-statuses', routes([deadEnd]));
    const panel = within(await screen.findByRole('region', { name: '1 mistake in the workflow' }));
    panel.getByText('Error');
    panel.getByText('Tasks get stuck in it.');
    panel.getByText('Example: Nowe → W toku (Rozpocznij)');
    expect(panel.getByRole('link', { name: 'Mend W toku' }).getAttribute('href')).toBe(
      '/status-transitions/new?from=2',
    );
  });

  it.each([
    ['without a way out', 'STATUS_DEAD_END'],
    ['that no task reaches', 'STATUS_UNREACHABLE'],
  ] as const)('mends the existing transition of a status %s, before it makes a new one', async (_, code) => {
    const related: Finding['related'] = [{ kind: 'transition', id: 3, name: 'Zakończ' }];
    await open('/workflow-statuses', routes([{ ...deadEnd, code, related }]));
    const link = await screen.findByRole('link', { name: 'Mend W toku' });
    expect(link.getAttribute('href')).toBe('/status-transitions/3/edit');
  });

  it.each([
    ['apart from mistakes', [deadEnd, hint(1), hint(2)], '1 mistake in the workflow, 2 hints'],
    ['alone', [hint(1)], '1 hint'],
  ])('counts hints %s', async (_, findings, title) => {
    await open('/workflow-statuses', routes(findings));
    await screen.findByRole('region', { name: title });
  });

  it('writes the answers of an example as readers know them', async () => {
    const parameters = [
      buildParameter(1, { displayName: 'Pilne', parameterType: 'BOOLEAN' }),
      buildParameter(2, { displayName: 'Termin', parameterType: 'DATETIME' }),
    ];
    const answers = [
      { parameterId: 1, name: 'Pilne', value: 'true' },
      { parameterId: 2, name: 'Termin', value: '2026-11-20T10:30' },
    ];
    await open('/workflow-statuses', {
      ...routes([{ ...deadEnd, example: { answers, path: [] } }]),
      'GET /api/workflow-parameters': () => ({ body: parameters }),
    });
    await screen.findByText('Example: Pilne: Tak, Termin: 20.11.2026 10:30');
  });

  it('shows three findings first and all on request', async () => {
    await open('/workflow-statuses', routes([deadEnd, hint(1), hint(2), hint(3)]));
    await screen.findByText('Hint 2');
    expect(screen.queryByText('Hint 3')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    screen.getByText('Hint 3');
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(screen.queryByText('Hint 3')).toBeNull();
  });

  it('says that a sound workflow has no mistakes', async () => {
    await open('/workflow-statuses');
    await screen.findByText('The workflow check found no mistakes.');
  });

  it.each([
    ['without findings', []],
    ['with findings', [deadEnd]],
  ])('says what an incomplete check %s did not check', async (_, findings) => {
    await open('/workflow-statuses', routes(findings, ['FINAL_UNREACHABLE', 'QUESTION_UNREACHABLE']));
    await screen.findByText(
      /Not checked everywhere: statuses that lead to no final status, questions that are never asked\./,
    );
    expect(screen.queryByText('The workflow check found no mistakes.')).toBeNull();
  });

  it('names three unchecked kinds of mistakes first and all on request', async () => {
    await open(
      '/workflow-statuses',
      routes([], ['STATUS_DEAD_END', 'FINAL_UNREACHABLE', 'EXECUTORS_EMPTY', 'SCENARIO_BROKEN']),
    );
    await screen.findByText(/, empty executor groups and 1 more\./);
    await userEvent.click(screen.getByRole('button', { name: 'Show what was not checked' }));
    screen.getByText(/, empty executor groups, saved scenarios\./);
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(screen.queryByText(/saved scenarios/)).toBeNull();
  });

  it('says that a check had no time', async () => {
    await open('/workflow-statuses', routes([], [...findingCodes]));
    await screen.findByText('The check had no time. Try again in a minute.');
  });

  it('offers to check again after a failure', async () => {
    const { api } = await open('/workflow-statuses', {
      ...routes(),
      'GET /api/workflow-check': () => problemResponse(422, 'VALIDATION_FAILED'),
    });
    await screen.findByText('The workflow could not be checked.');
    api.respond(routes([deadEnd]));
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('Tasks get stuck in it.');
  });

  it('is not requested for members who may not change the workflow', async () => {
    const { api } = await openRemote('/workflow-statuses', routes([deadEnd]), 'hasBasePermission');
    await screen.findByRole('link', { name: 'W toku' });
    expect(api.requests.some(({ path }) => path === '/api/workflow-check')).toBe(false);
    expect(screen.queryByText('Error')).toBeNull();
  });
});

describe('finding marks', () => {
  it('mark the row of an entity with a finding, and no other', async () => {
    await open('/workflow-statuses', routes([deadEnd]));
    const table = within(await screen.findByRole('table'));
    await waitFor(() => expect(table.getAllByText('Error')).toHaveLength(1));
    expect(table.getByText('Error').closest('tr')?.textContent).toContain('W toku');
  });

  it('repeat the findings on the page of the entity', async () => {
    await open('/workflow-statuses/2', routes([deadEnd]));
    await screen.findByText('Tasks get stuck in it.');
  });
});

describe('draft findings', () => {
  it('say what the page did not check, and let the form be saved', async () => {
    const parameters = Array.from({ length: 50 }, (_, index) =>
      buildParameter(index + 1, { parameterType: 'NUMBER' }),
    );
    const starts = Array.from({ length: 200 }, (_, index) => ({
      ...transition(index + 10, `Start ${index}`, null, 1),
      priorityOrder: index,
      parameterConditions: [
        { id: 1, parameterId: (index % 50) + 1, conditionType: 'EQUALS', conditionValue: String(index % 5) },
        {
          id: 2,
          parameterId: ((index * 3 + 1) % 50) + 1,
          conditionType: 'EQUALS',
          conditionValue: String(index % 7),
        },
      ],
    }));
    const [first, ...others] = transitions;
    await open('/status-transitions/3/edit', {
      ...routes(),
      'GET /api/workflow-parameters': () => ({ body: parameters }),
      'GET /api/workflow-parameters/available-parents': () => ({ body: parameters }),
      'GET /api/status-transitions': () => ({
        body: [{ ...first, priorityOrder: 1_000 }, ...others, ...starts],
      }),
    });
    // A busy machine checks nothing within the budget.
    await screen.findByText(/^(The check is incomplete|There was no time to check)/);
    expect(screen.getByRole('checkbox', { name: 'Active' })).toHaveProperty('disabled', false);
  });

  describe('of a parameter', () => {
    const kind = buildParameter(1, {
      displayName: 'Rodzaj',
      parameterType: 'DICTIONARY',
      dictionaryValues: [{ id: 1, value: 'Konto', sortOrder: 0, isActive: true }],
    });
    const condition = { id: 1, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Konto' };
    const openParameter = () =>
      open('/workflow-parameters/1/edit', {
        ...routes(),
        'GET /api/status-transitions': () => ({
          body: transitions.map((one) => (one.id === 2 ? { ...one, parameterConditions: [condition] } : one)),
        }),
        'GET /api/workflow-parameters': () => ({ body: [kind] }),
        'GET /api/workflow-parameters/available-parents': () => ({ body: [kind] }),
        'GET /api/workflow-parameters/1': () => ({ body: kind, headers: { etag: '"1"' } }),
        'POST /api/tasks/workflow-impact': () => ({ body: { transitions: [], stuck: [], unchecked: [] } }),
      });
    const addValue = async (value: string): Promise<void> => {
      await userEvent.click(await screen.findByRole('button', { name: 'Add Value' }));
      await userEvent.type(screen.getByLabelText('Value 2'), value);
    };

    it('rename a value wherever it is used, because it is saved so', async () => {
      await openParameter();
      const value = await screen.findByLabelText('Value 1');
      await userEvent.type(value, ' i hasło');
      await addValue('Sprzęt');
      await screen.findByText(/^Example: Rodzaj: Sprzęt ·/);
      expect(screen.queryByText(/retired/)).toBeNull();
    });

    it('do not call a new value retired', async () => {
      await openParameter();
      await addValue('Sprzęt');
      await screen.findByText(/^Example: Rodzaj: Sprzęt ·/);
    });
  });

  it('say that a status in which new tasks start must stay INITIAL, and not that it can be saved', async () => {
    await open('/workflow-statuses/1/edit', {
      ...routes(),
      'GET /api/workflow-status/1': () => ({ body: statuses[0] ?? {}, headers: { etag: '"1"' } }),
    });
    await userEvent.selectOptions(await screen.findByLabelText('Status Type'), 'FINAL');
    await screen.findByText(/^This change cannot be saved: .* these transitions first: Nowe zgłoszenie\.$/);
    expect(screen.queryByText(/do not prevent saving/)).toBeNull();
  });

  it('warn before saving that the change would leave a status without an exit', async () => {
    await open('/status-transitions/3/edit');
    const active = await screen.findByRole('checkbox', { name: 'Active' });
    expect(screen.queryByText(/After saving/)).toBeNull();
    await userEvent.click(active);
    await screen.findByText(/After saving, the workflow would have these mistakes/);
    screen.getByText(/^The status “W toku” has no way out: .* inactive: “Zakończ”\.$/);
    await userEvent.click(active);
    await waitFor(() => expect(screen.queryByText(/After saving/)).toBeNull());
  });
});
