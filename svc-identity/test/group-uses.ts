import type { EventData } from '@obieg/contracts';

interface NamingTransition {
  id: number;
  name: string;
  target: number | null;
  by: readonly number[];
}

/** Builds a configuration with transitions that use these groups, and an approval by the first transition. */
export const buildConfiguration = (
  organizationId: number,
  transitions: readonly NamingTransition[],
  approvers: readonly number[] = [],
): EventData<'obieg.workflow.configuration.changed'> => ({
  organizationId,
  parameters: [],
  statuses:
    approvers.length === 0
      ? []
      : [
          {
            id: 1,
            name: 'Do akceptacji',
            statusType: 'INTERMEDIATE',
            createdAt: '2026-01-01T00:00:00Z',
            approval: {
              approverGroupIds: [...approvers],
              quorum: 'ANY',
              isAuthorExcluded: true,
              approvedTransitionId: 1,
              rejectedTransitionId: 2,
            },
          },
        ],
  transitions: transitions.map(({ id, name, target, by }) => ({
    id,
    name,
    description: null,
    fromStatusId: null,
    toStatusId: 1,
    targetGroupId: target,
    priorityOrder: 0,
    isActive: true,
    executorGroupIds: [...by],
    parameterConditions: [],
    requiredParameters: [],
  })),
});

/** Builds a task that is assigned to this group. */
export const buildTask = (
  organizationId: number,
  publicTaskId: number,
  assignedGroupId: number | null,
): EventData<'obieg.tasks.task.changed'> => ({
  organizationId,
  publicTaskId,
  title: 'Zadanie',
  statusId: 1,
  priority: 'NORMAL',
  assignedUserId: null,
  assignedGroupId,
  parameterIds: [],
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
});
