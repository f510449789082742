export {
  type ConditionProblem,
  checkConditionValue,
  comparesWithValue,
} from './condition-values';
export {
  type Answers,
  readAnswers,
  readClearedIds,
  writeAnswers,
} from './conditions';
export { hasCycle } from './cycles';
export {
  checkTransitionAnswers,
  listRequiredAnswers,
  type OfferedTransition,
  offerTransitions,
  placeNewTask,
  type RequiredAnswer,
} from './transitions';
export { type AnswerType, checkValue, type ValueProblem } from './values';
export {
  checkSubmission,
  publicQuestionnaire,
  type SubmissionProblem,
  walkWizard,
} from './wizard';
