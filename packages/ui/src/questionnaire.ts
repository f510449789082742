/// <reference path="./css-modules.d.ts" />

export { AnsweredChips } from './questionnaire/AnsweredChips';
export { AnswerField } from './questionnaire/AnswerField';
export { AnswersSummary } from './questionnaire/AnswersSummary';
export { Questionnaire } from './questionnaire/Questionnaire';
export { useValueProblemTexts } from './questionnaire/texts';
export {
  type AnsweredQuestion,
  type GivenAnswers,
  removeAnswers,
  walkQuestionnaire,
} from './questionnaire/walk-questionnaire';
