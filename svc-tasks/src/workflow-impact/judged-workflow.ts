import type { ProposedWorkflow, StatusType } from '@obieg/contracts';
import { createOffer, type OfferRules } from '@obieg/workflow-rules';

type Transition = ProposedWorkflow['transitions'][number];

export interface JudgedStatus {
  id: number;
  name: string;
  statusType: StatusType;
}

/** A workflow as it decides about open tasks. */
export interface JudgedWorkflow {
  statuses: ReadonlyMap<number, JudgedStatus>;
  /** The active transitions by the status that they leave. */
  transitionsFrom(statusId: number): readonly Transition[];
  offer: ReturnType<typeof createOffer<Transition>>;
  /** Text that is equal for equal rules of a status. */
  describeRules(statusId: number): string;
}

/** A status is closed if its tasks are finished. */
export const isClosed = (status: JudgedStatus | undefined): boolean => status?.statusType === 'FINAL';

const groupByStatus = (transitions: readonly Transition[]): ReadonlyMap<number, Transition[]> => {
  const groups = new Map<number, Transition[]>();
  for (const transition of transitions) {
    if (!transition.isActive || transition.fromStatusId === null) continue;
    const group = groups.get(transition.fromStatusId);
    if (group) group.push(transition);
    else groups.set(transition.fromStatusId, [transition]);
  }
  return groups;
};

/**
 * Prepares a workflow for judging tasks.
 *
 * @param further statuses that the workflow does not contain, but tasks may have
 */
export const prepareWorkflow = (
  {
    transitions,
    parameters,
    timeZone,
    statuses,
  }: OfferRules<Transition> & { statuses: readonly JudgedStatus[] },
  further: readonly JudgedStatus[] = [],
): JudgedWorkflow => {
  const byStatus = groupByStatus(transitions);
  const types = new Map(parameters.map(({ id, parameterType }) => [id, parameterType]));
  const transitionsFrom = (statusId: number): readonly Transition[] => byStatus.get(statusId) ?? [];
  const offers = new Map<number, JudgedWorkflow['offer']>();
  const offerOf = (statusId: number): JudgedWorkflow['offer'] => {
    const offer =
      offers.get(statusId) ?? createOffer({ transitions: transitionsFrom(statusId), parameters, timeZone });
    offers.set(statusId, offer);
    return offer;
  };
  return {
    statuses: new Map([...further, ...statuses].map((status) => [status.id, status])),
    transitionsFrom,
    offer: (statusId, answers) => offerOf(statusId)(statusId, answers),
    describeRules: (statusId) =>
      JSON.stringify(
        transitionsFrom(statusId)
          .map(({ id, parameterConditions }) => [
            id,
            parameterConditions.map(({ parameterId, conditionType, conditionValue }) => [
              parameterId,
              types.get(parameterId),
              conditionType,
              conditionValue,
            ]),
          ])
          .sort(([one], [other]) => Number(one) - Number(other)),
      ),
  };
};

/** Ids of the parameters whose answers decide about transitions from the status. */
export const listDecidingIds = (workflows: readonly JudgedWorkflow[], statusId: number): number[] => [
  ...new Set(
    workflows.flatMap(({ transitionsFrom }) =>
      transitionsFrom(statusId).flatMap(({ parameterConditions }) =>
        parameterConditions.map(({ parameterId }) => parameterId),
      ),
    ),
  ),
];
