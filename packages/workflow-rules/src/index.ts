export {
  type ConditionProblem,
  checkConditionValue,
  comparesWithValue,
} from './condition-values';
export {
  type Answers,
  hasAnswer,
  holdsCondition,
  readAnswers,
  readEmptied,
  writeAnswers,
} from './conditions';
export { hasCycle } from './cycles';
export {
  checkTransitionAnswers,
  type Executor,
  listRequiredAnswers,
  type OfferedTransition,
  offerTransitions,
  placeNewTask,
  type RequiredAnswer,
} from './transitions';
export { type Asked, checkValue, type ValueProblem } from './values';
export {
  checkSubmission,
  nextQuestion,
  publicQuestionnaire,
  type SubmissionProblem,
  walkWizard,
} from './wizard';
