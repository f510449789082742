export { inAskingOrder, listAwaitedIds, moveQuestion, numberInOrder } from './asking-order';
export { checkWorkflow, checkWorkflowWithin, sortFindings } from './check/check-workflow';
export { runScenario } from './check/scenarios';
export {
  type ConditionProblem,
  checkConditionValue,
  comparesWithValue,
} from './condition-values';
export {
  type Answers,
  type EvaluatedWorkflow,
  type InTimeZone,
  readAnswers,
  readClearedIds,
  writeAnswers,
} from './conditions';
export { hasCycle } from './cycles';
export { hasOffset, isDateTime, offsetAt, toClockTime, toInstant } from './date-times';
export { formatNumber, normalizeNumber } from './numbers';
export { toProposedWorkflow } from './proposed-workflow';
export { createRename, listRenamedValues, renameAnswersOf, renameUses } from './renamed-values';
export { byTargetOrder, chooseTargets, type TargetedTask } from './targets';
export {
  checkTransitionAnswers,
  createOffer,
  createRequiredAnswers,
  listRequiredAnswers,
  type OfferedTransition,
  type OfferRules,
  offerTransitions,
  placeNewTask,
  type RequiredAnswer,
} from './transitions';
export { parseAddress } from './urls';
export { valueProblemTexts } from './value-texts';
export { type AnswerType, checkValue, type ValueProblem } from './values';
export {
  checkSubmission,
  publicQuestionnaire,
  type SubmissionProblem,
  walkWizard,
} from './wizard';
export { addDays, instantOfTime, weekdayOf } from './working-days';
export { createWorkingTime, type WorkingHours, type WorkingTime } from './working-time';
