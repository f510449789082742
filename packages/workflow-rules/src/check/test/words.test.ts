import type { ConditionType, WorkflowConfiguration } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';
import { checkWorkflow } from '../check-workflow';

type Condition = [parameterId: number, type: ConditionType, value: string | null];

const when = (...conditions: Condition[]) => ({
  parameterConditions: conditions.map(([parameterId, conditionType, conditionValue], index) => ({
    id: index + 1,
    parameterId,
    conditionType,
    conditionValue,
  })),
});
const named = (name: string, more: object = {}) => ({ name, ...more });

/** A workflow from status 1 over 2 to the FINAL status 3. */
const build = (more: Partial<WorkflowConfiguration>): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: [
    parameterOf(1, 'DICTIONARY', { values: ['Konto', 'Sprzęt', 'Inne'] }),
    parameterOf(2, 'BOOLEAN'),
  ],
  statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'INTERMEDIATE'), statusOf(3, 'FINAL')],
  transitions: [],
  ...more,
});
const find = (configuration: WorkflowConfiguration, code: string) =>
  checkWorkflow(configuration, []).filter((finding) => finding.code === code);
const sound = [
  transitionOf(1, null, 1, named('Start')),
  transitionOf(2, 1, 2, named('Dalej')),
  transitionOf(3, 2, 3, named('Koniec')),
];

describe('the finding about a start that is never chosen', () => {
  it('names the start that takes all of its tasks, not the first that takes some', () => {
    const starts = [
      transitionOf(11, null, 1, named('Konta', when([1, 'EQUALS', 'Konto']))),
      transitionOf(12, null, 1, named('Wszystko')),
      transitionOf(13, null, 1, named('Pilne', when([2, 'EQUALS', 'true']))),
    ];
    const [finding, ...others] = find(
      build({ transitions: [...starts, ...sound.slice(1)] }),
      'TRANSITION_SHADOWED',
    );
    expect(others).toEqual([]);
    expect(finding?.message.en).toBe(
      'The transition “Pilne” never starts a new task: “Wszystko” comes before it.',
    );
    expect(finding?.related).toEqual([{ kind: 'transition', id: 12, name: 'Wszystko' }]);
  });

  it('names all starts that take its tasks together, and none that takes no more', () => {
    const starts = [
      transitionOf(10, null, 1, named('Pilne', when([2, 'EQUALS', 'true']))),
      transitionOf(11, null, 1, named('Konta', when([1, 'EQUALS', 'Konto']))),
      transitionOf(12, null, 1, named('Bez kont', when([1, 'NOT_EQUALS', 'Konto']))),
      transitionOf(13, null, 1, named('Reszta')),
    ];
    const [finding] = find(build({ transitions: [...starts, ...sound.slice(1)] }), 'TRANSITION_SHADOWED');
    expect(finding?.message.pl).toMatch(/wcześniejsze przejścia „Konta”, „Bez kont”\.$/);
    expect(finding?.related.map(({ id }) => id)).toEqual([11, 12]);
  });
});

describe('the finding about a status without a way out', () => {
  it('names the transitions that are inactive or never offered, the inactive ones first', () => {
    const impossible = when([1, 'EQUALS', 'Konto'], [1, 'EQUALS', 'Sprzęt']);
    const transitions = [
      ...sound.slice(0, 2),
      transitionOf(3, 2, 3, named('Koniec', impossible)),
      transitionOf(4, 2, 3, named('Anuluj', { isActive: false })),
    ];
    const [finding] = find(build({ transitions }), 'STATUS_DEAD_END');
    expect(finding?.message.en).toBe(
      'The status “Status 2” has no way out: tasks get stuck in it.' +
        ' There is a way, but its transitions are inactive: “Anuluj”; never offered: “Koniec”.',
    );
    expect(finding?.related.map(({ id }) => id)).toEqual([4, 3]);
  });

  it('gives no reason if no transition leaves it', () => {
    const [finding] = find(build({ transitions: sound.slice(0, 2) }), 'STATUS_DEAD_END');
    expect(finding?.message.en).toBe('The status “Status 2” has no way out: tasks get stuck in it.');
    expect(finding?.related).toEqual([]);
  });
});

describe('the finding about a status that no task reaches', () => {
  const statuses = [...build({}).statuses, statusOf(4, 'INTERMEDIATE'), statusOf(5, 'INTERMEDIATE')];
  const impossible = when([1, 'EQUALS', 'Konto'], [1, 'EQUALS', 'Sprzęt']);
  const exits = [transitionOf(8, 4, 3, named('Zamknij')), transitionOf(9, 5, 3, named('Koniec'))];
  const findUnreachable = (...transitions: ReturnType<typeof transitionOf>[]) =>
    find(build({ statuses, transitions: [...sound, ...exits, ...transitions] }), 'STATUS_UNREACHABLE');

  it('names the transitions to it by what is wrong with them, the mendable ones first', () => {
    const [finding] = findUnreachable(
      transitionOf(4, 2, 4, named('Odłóż', impossible)),
      transitionOf(5, 2, 4, named('Wstrzymaj', { isActive: false })),
      transitionOf(6, 5, 4, named('Przenieś')),
    );
    expect(finding?.message.en).toBe(
      'No new task can reach the status “Status 4”. The transitions to it are inactive: “Wstrzymaj”;' +
        ' never offered: “Odłóż”; from statuses that no task reaches: “Przenieś”.',
    );
    expect(finding?.related.map(({ id }) => id)).toEqual([5, 4]);
  });

  it('gives no reason if no transition leads to it', () => {
    const [, finding] = findUnreachable(transitionOf(4, 2, 4, named('Odłóż', impossible)));
    expect(finding?.message.en).toBe('No new task can reach the status “Status 5”.');
    expect(finding?.related).toEqual([]);
  });
});

describe('a finding about conditions or default values', () => {
  const [kind, ...others] = build({}).parameters;
  const parameters = [{ ...kind, isActive: false } as NonNullable<typeof kind>, ...others];
  const go = (more: object) => [...sound.slice(0, 2), transitionOf(3, 2, 3, named('Koniec', more))];

  it('says that the condition belongs to a transition', () => {
    const [finding] = find(
      build({ parameters, transitions: go(when([1, 'EQUALS', 'Konto'])) }),
      'CONDITION_ON_INACTIVE',
    );
    expect(finding?.message).toEqual({
      pl: 'Warunek przejścia „Koniec” dotyczy nieaktywnego parametru: „Pytanie 1”.',
      en: 'A condition of the transition “Koniec” names an inactive parameter: “Pytanie 1”.',
    });
  });

  it('says which retired value the condition of a transition compares with', () => {
    const [finding] = find(
      build({ transitions: go(when([1, 'EQUALS', 'Faks'])) }),
      'CONDITION_ON_RETIRED_VALUE',
    );
    expect(finding?.message.en).toBe(
      'A condition of the transition “Koniec” compares with a retired dictionary value: “Faks”.',
    );
  });

  it('names the transition whose default value is wrong', () => {
    const requiredParameters = [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: 'Faks' }];
    const [finding] = find(build({ transitions: go({ requiredParameters }) }), 'DEFAULT_VALUE_INVALID');
    expect(finding?.message.en).toBe(
      'The default value of “Pytanie 1” in the transition “Koniec” is not a valid answer: “Faks”.',
    );
  });
});

describe('the finding about a status from which no task finishes', () => {
  const statuses = [...build({}).statuses, statusOf(4, 'INTERMEDIATE')];
  const circle = [transitionOf(5, 2, 4, named('Wstrzymaj')), transitionOf(6, 4, 2, named('Wznów'))];

  it('names the transition on the way of the picture that is never offered', () => {
    const impossible = when([1, 'EQUALS', 'Konto'], [1, 'EQUALS', 'Sprzęt']);
    const transitions = [...sound.slice(0, 2), transitionOf(3, 2, 3, named('Koniec', impossible)), ...circle];
    const [finding] = find(build({ statuses, transitions }), 'FINAL_UNREACHABLE');
    expect(finding?.message.pl).toMatch(
      / Droga istnieje, ale jej przejścia są nigdy niedostępne: „Koniec”\.$/,
    );
    expect(finding?.related).toEqual([{ kind: 'transition', id: 3, name: 'Koniec' }]);
  });

  it('names all transitions of the way if only their conditions together exclude each other', () => {
    const transitions = [
      transitionOf(1, null, 1, named('Konta', when([1, 'EQUALS', 'Konto']))),
      transitionOf(2, 1, 2, named('Dalej')),
      // Offered to the tasks that start in status 4, so that it is possible, but not after the one before it.
      transitionOf(3, 2, 3, named('Koniec', when([1, 'EQUALS', 'Sprzęt']))),
      transitionOf(4, null, 4, named('Inne', { priorityOrder: 1 })),
      ...circle,
    ];
    const [finding, ...others] = find(build({ statuses, transitions }), 'FINAL_UNREACHABLE');
    expect(others).toEqual([]);
    expect(finding?.message.en).toBe(
      'From the status “Status 1”, a task cannot reach a FINAL status.' +
        ' There is a way, but no task’s answers meet the conditions of its transitions one after the other: “Dalej”, “Koniec”.',
    );
    expect(finding?.related.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('gives no reason if the picture shows no way', () => {
    const [finding] = find(
      build({ statuses, transitions: [...sound.slice(0, 2), ...circle] }),
      'FINAL_UNREACHABLE',
    );
    expect(finding?.message.en).toBe('From the status “Status 1”, a task cannot reach a FINAL status.');
  });
});

describe('values in findings', () => {
  it('are written as readers know them', () => {
    const parameters = [
      parameterOf(1, 'BOOLEAN'),
      parameterOf(2, 'DATETIME'),
      parameterOf(3, 'DATE'),
      parameterOf(4, 'NUMBER'),
    ];
    const conditions: Condition[] = [
      [1, 'EQUALS', 'true'],
      [2, 'EQUALS', '2026-11-20T10:30'],
      [3, 'EQUALS', '2026-11-20'],
      [4, 'EQUALS', '12500.50'],
    ];
    const messages = conditions.map((condition) => {
      const [parameterId, , value] = condition;
      const never = when(condition, [parameterId, 'NOT_EQUALS', value]);
      const transitions = [...sound, transitionOf(9, 1, 3, named('Nigdy', never))];
      return find(build({ parameters, transitions }), 'TRANSITION_NEVER_OFFERED')[0]?.message;
    });
    expect(messages.map((message) => /to „([^”]*)”/.exec(message?.pl ?? '')?.[1])).toEqual([
      'Tak',
      '20.11.2026 10:30',
      '20.11.2026',
      '12\u00a0500,50',
    ]);
    expect(messages.map((message) => /is “([^”]*)”/.exec(message?.en ?? '')?.[1])).toEqual([
      'Yes',
      '20.11.2026 10:30',
      '20.11.2026',
      '12\u00a0500.50',
    ]);
  });
});
