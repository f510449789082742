import type {
  WorkflowConfiguration,
  WorkflowParameter,
  WorkflowScenario,
  WorkflowStatus,
} from '@obieg/contracts';

/** An entity with its revision, which the published configuration omits. */
export type Stored<T> = T & { revision: number };

export type Transition = WorkflowConfiguration['transitions'][number];

/** The complete workflow of an organization as stored. */
export interface Configuration {
  organizationId: number;
  parameters: Stored<WorkflowParameter>[];
  statuses: Stored<WorkflowStatus>[];
  transitions: Stored<Transition>[];
  /** Not published, because no other service needs them. */
  scenarios: Stored<WorkflowScenario>[];
}
