import {
  type Finding,
  type FindingSeverity,
  type FindingSubject,
  findingSeverities,
  type StatusTransition,
  type WorkflowStatus,
} from '@obieg/contracts';
import type { Mark, StatusCondition } from './geometry/picture';

type Described = Pick<WorkflowStatus, 'id' | 'statusType'>;

/** Codes of findings that say that tasks cannot leave a status. */
const deadEndCodes: readonly Finding['code'][] = ['STATUS_DEAD_END', 'FINAL_UNREACHABLE'];

/** Creates a function that returns why a status looks different. */
export const createConditionOf = (
  transitions: readonly StatusTransition[],
  findings: readonly Finding[],
): ((status: Described) => StatusCondition | undefined) => {
  const connected = new Set(
    transitions.flatMap(({ fromStatusId, toStatusId }) => [fromStatusId, toStatusId]),
  );
  const left = new Set(
    transitions.filter(({ isActive }) => isActive).map(({ fromStatusId }) => fromStatusId),
  );
  const stuck = new Set(
    findings
      .filter(({ code, subject }) => subject.kind === 'status' && deadEndCodes.includes(code))
      .map(({ subject }) => subject.id),
  );
  return ({ id, statusType }) => {
    if (!connected.has(id)) return 'unconnected';
    return statusType !== 'FINAL' && (!left.has(id) || stuck.has(id)) ? 'deadEnd' : undefined;
  };
};

/** Creates a function that returns the most severe finding about an entity. */
export const createSeverityOf = (findings: readonly Finding[], kind: FindingSubject['kind']) => {
  const severities = new Map<number | null, FindingSeverity>();
  for (const severity of [...findingSeverities].reverse())
    for (const { severity: found, subject } of findings)
      if (found === severity && subject.kind === kind) severities.set(subject.id, severity);
  return ({ id }: { id: number }): FindingSeverity | undefined => severities.get(id);
};

/** The transitions that approvals of statuses run. */
export const listDecidedIds = (statuses: readonly WorkflowStatus[]): ReadonlySet<number> =>
  new Set(
    statuses.flatMap(({ approval }) =>
      approval ? [approval.approvedTransitionId, approval.rejectedTransitionId] : [],
    ),
  );

/** Returns what marks a transition's name: what it needs, and its most severe finding. */
export const listMarks = (
  { id, isActive, parameterConditions, requiredParameters, executorGroupIds }: StatusTransition,
  severity: FindingSeverity | undefined,
  decidedIds: ReadonlySet<number> = new Set(),
): Mark[] => [
  ...(isActive ? [] : ['inactive' as const]),
  ...(parameterConditions.length > 0 ? ['conditions' as const] : []),
  ...(requiredParameters.length > 0 ? ['requirements' as const] : []),
  ...(executorGroupIds.length > 0 ? ['executors' as const] : []),
  ...(decidedIds.has(id) ? ['approval' as const] : []),
  ...(severity ? [severity] : []),
];
