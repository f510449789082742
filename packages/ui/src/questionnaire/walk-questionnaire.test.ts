import { publicQuestionnaire } from '@obieg/workflow-rules';
import { decisionVectors } from '@obieg/workflow-rules/vectors';
import { describe, expect, it } from 'vitest';
import { walkQuestionnaire } from './walk-questionnaire';

describe('walkQuestionnaire', () => {
  it.each(decisionVectors.map((vector) => [vector.name, vector] as const))(
    'asks the same questions as the server: %s',
    (_, vector) => {
      const { configuration, given, expected } = vector;
      const { answered, open } = walkQuestionnaire(publicQuestionnaire(configuration.parameters), given);
      expect(answered.map(({ question }) => question.id)).toEqual(expected.asked);
      expect(open?.id).toBe(expected.open);
    },
  );
});
