import { describe, expect, it } from 'vitest';
import { readAnswers, writeAnswers } from './conditions';
import { offerTransitions, placeNewTask } from './transitions';
import { decisionVectors } from './vectors';
import { checkSubmission, publicQuestionnaire, walkWizard } from './wizard';

const memberOfNoGroup = { hasBasePermission: true, executorGroupIds: new Set<number>() };

describe('decisionVectors', () => {
  it('have unique names', () => {
    expect(new Set(decisionVectors.map(({ name }) => name)).size).toBe(decisionVectors.length);
  });

  it.each(decisionVectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const { configuration, given, expected } = vector;
    const questions = publicQuestionnaire(configuration.parameters);
    const { asked, open } = walkWizard(questions, readAnswers(given));
    expect(asked.map(({ id }) => id)).toEqual(expected.asked);
    expect(open?.id).toBe(expected.open);
    const { values, problems } = checkSubmission(questions, readAnswers(given));
    expect(Object.fromEntries(problems)).toEqual(expected.problems ?? {});
    if (expected.problems) return;
    expect(writeAnswers(values)).toEqual(expected.values);
    const placement = placeNewTask(configuration, values);
    expect(placement ?? null).toEqual(expected.placement);
    if (!placement) return;
    expect(
      offerTransitions(configuration, placement.statusId, values, memberOfNoGroup).map(
        ({ transition, reasons }) => ({ id: transition.id, reasons }),
      ),
    ).toEqual(expected.offered);
  });
});
