import type { ConditionType, Finding, WorkflowConfiguration } from '@obieg/contracts';
import { conditionTypes, findingCodes } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';
import { allRules, checkWorkflow, runRules } from '../check-workflow';
import { codesOfCorpus, corpus, scenarioFaults, soundGroups, soundScenario, soundWorkflow } from './corpus';
import { denseWorkflow, entangledWorkflow, groups, largeWorkflow } from './large-workflows';
import { replayExample } from './replay';

const markOf = ({ code, subject: { kind, id } }: Finding): string => `${code} ${kind}:${id}`;
const marksOf = (findings: readonly Finding[]): string[] => findings.map(markOf).sort();

describe('checkWorkflow', () => {
  it('finds nothing in a sound workflow with a sound scenario', () => {
    expect(checkWorkflow(soundWorkflow(), soundGroups, [soundScenario])).toEqual([]);
  });

  it.each(corpus.map((one) => [one.name, one] as const))('finds %s', (_, one) => {
    const findings = checkWorkflow(one.configuration, one.groups, one.scenarios);
    expect(marksOf(findings)).toEqual(one.expected);
    for (const finding of findings) {
      expect(finding.message.pl).not.toBe(finding.message.en);
      if (finding.example) replayExample(one.configuration, finding, finding.example);
    }
  });

  it.each(codesOfCorpus)('needs the rule %s: without it, a fault of the corpus stays unnoticed', (code) => {
    const others = allRules.filter((rule) => rule.code !== code);
    const unnoticed = corpus.filter(
      ({ configuration, groups: own, expected }) =>
        marksOf(runRules(others, configuration, own).findings).join() !== expected.join(),
    );
    expect(unnoticed).not.toEqual([]);
  });

  it('has one rule for each code', () => {
    expect(allRules.map(({ code }) => code).sort()).toEqual([...findingCodes].sort());
  });

  it.each(scenarioFaults)('finds a scenario with %s, and says what differs', (_, change, difference) => {
    const [finding, ...more] = checkWorkflow(soundWorkflow(), soundGroups, [{ ...soundScenario, ...change }]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: 'SCENARIO_BROKEN',
      subject: { kind: 'scenario', id: 1, name: 'Awaria drukarki' },
    });
    expect(finding?.message.en).toMatch(difference);
  });

  it('names the conditions that exclude each other, and only those', () => {
    const configuration = soundWorkflow();
    configuration.transitions.push(
      transitionOf(9, 2, 4, {
        parameterConditions: [
          { id: 1, parameterId: 3, conditionType: 'EXISTS', conditionValue: null },
          { id: 2, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Konto' },
          { id: 3, parameterId: 2, conditionType: 'EXISTS', conditionValue: null },
        ],
      }),
    );
    const [finding] = checkWorkflow(configuration, soundGroups);
    expect(finding?.message).toEqual({
      pl: expect.stringContaining('„Pytanie 1” to „Konto”, „Pytanie 2” ma odpowiedź.'),
      en: expect.stringContaining('“Pytanie 1” is “Konto”, “Pytanie 2” has an answer.'),
    });
    expect(finding?.message.en).not.toContain('Pytanie 3');
  });

  it('treats a group that does not exist as empty', () => {
    const configuration = soundWorkflow();
    configuration.transitions.push(
      transitionOf(9, 2, 4, { executorGroupIds: [99] }),
      transitionOf(10, 2, 4, { targetGroupId: 99 }),
    );
    expect(marksOf(checkWorkflow(configuration, soundGroups))).toEqual([
      'EXECUTORS_EMPTY transition:9',
      'TARGET_GROUP_EMPTY transition:10',
    ]);
  });

  it('reports retired and removed values of active parameters only', () => {
    const find = (isActive: boolean) => {
      const configuration = soundWorkflow();
      const values = ['a', '-b'];
      configuration.parameters.push({
        ...parameterOf(7, 'DICTIONARY', { values, isActive }),
        defaultValue: 'b',
      });
      configuration.transitions.push(
        transitionOf(9, 2, 4, {
          parameterConditions: [{ id: 1, parameterId: 7, conditionType: 'NOT_EQUALS', conditionValue: 'c' }],
          requiredParameters: [{ id: 1, parameterId: 7, isMandatory: false, defaultValue: 'c' }],
        }),
      );
      return marksOf(checkWorkflow(configuration, soundGroups));
    };
    expect(find(true)).toEqual(
      expect.arrayContaining([
        'CONDITION_ON_RETIRED_VALUE transition:9',
        'DEFAULT_VALUE_INVALID parameter:7',
        'DEFAULT_VALUE_INVALID transition:9',
      ]),
    );
    expect(find(false)).toContain('CONDITION_ON_INACTIVE transition:9');
    expect(find(false).filter((mark) => /RETIRED|DEFAULT/.test(mark))).toEqual([]);
  });

  it('shows that an empty questionnaire is enough for a task that has no INITIAL status', () => {
    const configuration = { ...soundWorkflow(), statuses: [], transitions: [] };
    const finding = checkWorkflow(configuration, []).find(({ code }) => code === 'NO_INITIAL_STATUS');
    expect(finding?.example).toEqual({ answers: [], path: [] });
  });

  it('gives the shortest path as example', () => {
    const configuration = {
      ...soundWorkflow(),
      statuses: [1, 2, 3, 4].map((id) => statusOf(id, id === 1 ? 'INITIAL' : 'INTERMEDIATE')),
      transitions: [
        transitionOf(1, null, 1),
        transitionOf(2, 1, 2),
        transitionOf(3, 2, 3),
        transitionOf(4, 3, 4),
        transitionOf(5, 2, 4),
      ],
    };
    const deadEnd = checkWorkflow(configuration, []).find(({ code }) => code === 'STATUS_DEAD_END');
    expect(deadEnd?.example?.path.map(({ status }) => status.id)).toEqual([1, 2, 4]);
  });

  it('orders errors before warnings before hints', () => {
    const order = ['error', 'warning', 'hint'];
    for (const workflow of [entangledWorkflow(), denseWorkflow()]) {
      const severities = checkWorkflow(workflow, []).map(({ severity }) => order.indexOf(severity));
      expect(severities).toEqual([...severities].sort());
    }
  });
});

describe('the search of checkWorkflow', () => {
  it.each([
    ['a large workflow', largeWorkflow(), 1_750],
    ['entangled questions', entangledWorkflow(), 4_500],
    ['dense conditions', denseWorkflow(), 4_500],
  ])('takes few steps for %s of 40 statuses, 200 transitions and 100 questions', (_, workflow, stepsMax) => {
    expect(runRules(allRules, workflow, groups).steps).toBeLessThan(stepsMax);
  });

  it('finds all unreachable questions of a long chain', () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const configuration = {
      ...soundWorkflow(),
      parameters: ids.map((id) =>
        parameterOf(id, 'BOOLEAN', {
          dependencies: id === 1 ? [] : [[id - 1, 'EQUALS', id === 50 ? 'x' : 'true']],
        }),
      ),
      transitions: [
        transitionOf(1, null, 1),
        transitionOf(2, 1, 2),
        transitionOf(3, 2, 4),
        transitionOf(4, 2, 3),
        transitionOf(5, 3, 2),
      ],
    };
    const unreachable = checkWorkflow(configuration, []).filter(
      ({ code }) => code === 'QUESTION_UNREACHABLE',
    );
    expect(unreachable.map(({ subject }) => subject.id)).toEqual(ids.slice(49));
  });

  it.each(conditionTypes)('describes %s in words', (conditionType) => {
    const configuration = soundWorkflow();
    const conditionValue = conditionType.endsWith('EQUALS') ? 'Sprzęt' : null;
    const opposite = {
      EQUALS: 'NOT_EQUALS',
      NOT_EQUALS: 'EQUALS',
      EXISTS: 'NOT_EXISTS',
      NOT_EXISTS: 'EXISTS',
    } as const;
    configuration.transitions.push(
      transitionOf(9, 2, 4, {
        parameterConditions: [conditionType, opposite[conditionType]].map((type, id) => ({
          id,
          parameterId: 1,
          conditionType: type,
          conditionValue,
        })),
      }),
    );
    const [finding] = checkWorkflow(configuration, soundGroups);
    expect(finding?.code).toBe('TRANSITION_NEVER_OFFERED');
    expect(finding?.message.en).not.toContain(conditionType);
  });
});

describe('reasons of checkWorkflow', () => {
  const impossible = [[1, 'NOT_EXISTS', null]] as const;
  const contradictory = [
    [1, 'EXISTS', null],
    [1, 'EQUALS', 'Konto'],
    [2, 'EXISTS', null],
  ] as const;
  type Conditions = typeof impossible | typeof contradictory;

  const addQuestion = (conditions: Conditions): WorkflowConfiguration => {
    const configuration = soundWorkflow();
    configuration.parameters.push(
      parameterOf(5, 'TEXT', {
        dependencies: conditions.map(([id, type, value]): [number, ConditionType, string | null] => [
          id,
          type,
          value,
        ]),
      }),
    );
    return configuration;
  };
  const addTransition =
    (from: number | null, to: number) =>
    (conditions: Conditions): WorkflowConfiguration => {
      const configuration = soundWorkflow();
      configuration.transitions.push(
        transitionOf(9, from, to, {
          parameterConditions: conditions.map(([parameterId, conditionType, conditionValue], id) => ({
            id,
            parameterId,
            conditionType,
            conditionValue,
          })),
        }),
      );
      return configuration;
    };

  it.each([
    ['question', addQuestion, [['Konto'], []]],
    ['start transition', addTransition(null, 1), [[], []]],
    ['transition', addTransition(2, 4), [['Sprzęt'], ['Sprzęt']]],
  ] as const)('name only the conditions of a %s that contradict, with an example', (_, add, examples) => {
    const find = (conditions: Conditions): Finding[] => checkWorkflow(add(conditions), soundGroups);
    const ofTwo = find(contradictory);
    expect(ofTwo).toHaveLength(1);
    expect(ofTwo[0]?.message.en).toContain(
      'Its conditions exclude each other: “Pytanie 1” is “Konto”, “Pytanie 2” has an answer.',
    );
    const ofOne = find(impossible);
    expect(ofOne).toHaveLength(1);
    expect(ofOne[0]?.message.en).toContain('Its condition cannot hold: “Pytanie 1” has no answer.');
    expect([ofTwo, ofOne].map(([finding]) => finding?.example?.answers.map(({ value }) => value))).toEqual(
      examples,
    );
  });
});
