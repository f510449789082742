import type { ParameterType } from '@obieg/contracts';
import { conditionTypes, findingCodes } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonOf, isConditionMet } from '../../conditions';
import { parameterOf, transitionOf } from '../../vectors.builders';
import { checkSubmission, publicQuestionnaire } from '../../wizard';
import { checkWorkflow, checkWorkflowWithin } from '../check-workflow';
import { createDomains } from '../domains';
import { soundGroups, soundScenario, soundWorkflow } from './corpus';
import { dependentQuestions, manyStartsWorkflow, manyValuesWorkflow } from './expensive-workflows';
import { denseWorkflow, groups } from './large-workflows';

const values: Partial<Record<ParameterType, readonly string[]>> = {
  NUMBER: ['1', '1.0', '01', '2', '-1', '0', '1,5'],
  TEXT: ['a', 'A', 'tekst', 'tekst 1', ' b'],
  EMAIL: ['jan@x.pl', 'Jan@X.pl', 'osoba@example.com', 'ola@x.pl'],
  DATETIME: ['2026-01-01T12:00', '2026-01-01T11:00:00Z', '2026-01-02T12:00'],
  URL: ['https://example.com/', 'https://example.com', 'https://EXAMPLE.com/1'],
  BOOLEAN: ['true', 'false', 'inne'],
  DICTIONARY: ['a', 'b', 'c', 'x'],
};
const types = Object.keys(values) as ParameterType[];

const conditionsArbitrary = fc.constantFrom(...types).chain((type) =>
  fc.record({
    type: fc.constant(type),
    conditions: fc.array(
      fc.record({
        conditionType: fc.constantFrom(...conditionTypes),
        conditionValue: fc.constantFrom(...(values[type] ?? [])),
      }),
      { maxLength: 6 },
    ),
  }),
);

describe('the domain of a parameter', () => {
  it('has a class for each set of answers that the rules tell apart, with the sets of the rules', () => {
    fc.assert(
      fc.property(conditionsArbitrary, ({ type, conditions }) => {
        const parameter = parameterOf(1, type, {
          values: type === 'DICTIONARY' ? ['a', 'b', 'c', '-x'] : [],
        });
        const own = conditions.map((condition, id) => ({ ...condition, id, parameterId: 1 }));
        const timeZone = 'Europe/Warsaw';
        const configuration = {
          ...soundWorkflow(),
          timeZone,
          parameters: [parameter],
          transitions: [transitionOf(1, null, 1, { parameterConditions: own })],
        };
        const domain = createDomains(configuration).get(1);
        const isSame = comparisonOf([parameter], timeZone);
        const signatures = [undefined, ...(domain?.values ?? [])].map((value, bit) =>
          own
            .map((condition) => {
              const answers = new Map(value === undefined ? [] : [[1, value]]);
              const isMet = isConditionMet(condition, answers, 1, isSame);
              expect(((domain?.setOf(condition) ?? 0n) & (1n << BigInt(bit))) !== 0n).toBe(isMet);
              return isMet ? '1' : '0';
            })
            .join(''),
        );
        const [, ...answered] = signatures;
        if (own.some(({ conditionType }) => conditionType.endsWith('EQUALS')))
          expect(new Set(answered).size).toBe(answered.length);
      }),
      { numRuns: 500 },
    );
  });
});

/** Counts how often a run looks at the value of a condition, because times on a busy machine say little. */
const countReads = <T extends { conditionValue: string | null }>() => {
  let reads = 0;
  return {
    observe: (condition: T): T => {
      const { conditionValue } = condition;
      return Object.defineProperty({ ...condition }, 'conditionValue', {
        enumerable: true,
        get: () => {
          reads += 1;
          return conditionValue;
        },
      });
    },
    getReads: () => reads,
  };
};

describe('the work of the rules', () => {
  it('grows as the number of values that conditions name', () => {
    const countFor = (values: number): number => {
      const { observe, getReads } = countReads();
      const workflow = manyValuesWorkflow(values);
      const transitions = workflow.transitions.map((transition) => ({
        ...transition,
        parameterConditions: transition.parameterConditions.map(
          observe,
        ) as typeof transition.parameterConditions,
      }));
      expect(checkWorkflow({ ...workflow, transitions }, [])).toEqual([]);
      return getReads() / values;
    };
    expect(countFor(3_000)).toBeLessThan(2 * countFor(100));
  });

  it('grows as the number of dependencies of the questions that a submission answers', () => {
    const countFor = (count: number): number => {
      const { observe, getReads } = countReads();
      const questions = publicQuestionnaire(dependentQuestions(count, 10)).map((question) => ({
        ...question,
        dependencies: question.dependencies.map(observe) as typeof question.dependencies,
      }));
      const answers = new Map(questions.map(({ id }) => [id, '99']));
      expect(checkSubmission(questions, answers).problems.size).toBe(0);
      return getReads() / count;
    };
    expect(countFor(500)).toBeLessThan(2 * countFor(50));
  });
});

describe('checkWorkflowWithin', () => {
  const complete = { findings: [], unchecked: [] };

  it('is complete for a sound workflow', () => {
    expect(checkWorkflowWithin({}, soundWorkflow(), soundGroups, [soundScenario])).toEqual(complete);
  });

  it('says which kinds of mistakes the limit of a search left unchecked', () => {
    const { unchecked } = checkWorkflowWithin({}, denseWorkflow(), groups, []);
    expect(unchecked).toContain('FINAL_UNREACHABLE');
    expect(unchecked).not.toContain('NO_INITIAL_STATUS');
  });

  it('leaves everything unchecked without time, and finds nothing wrong', () => {
    const result = checkWorkflowWithin({ budgetMs: 0 }, manyStartsWorkflow(200), [], []);
    expect(result).toEqual({ findings: [], unchecked: expect.arrayContaining([...findingCodes]) });
  });

  it('passes on the result of each rule once', () => {
    const passed: [string, boolean][] = [];
    const { unchecked } = checkWorkflowWithin(
      { onRule: (code, { isComplete }) => passed.push([code, isComplete]) },
      denseWorkflow(),
      groups,
      [],
    );
    expect(passed.map(([code]) => code).sort()).toEqual([...findingCodes].sort());
    expect(passed.flatMap(([code, isComplete]) => (isComplete ? [] : [code]))).toEqual(unchecked);
  });
});
