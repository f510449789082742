import type {
  Target,
  WorkCalendar,
  WorkflowConfiguration,
  WorkflowParameter,
  WorkflowScenario,
  WorkflowStatus,
} from '@obieg/contracts';

/** An entity with its revision, which the published configuration omits. */
export type Stored<T> = T & { revision: number };

export type Transition = WorkflowConfiguration['transitions'][number];

export type Entities = {
  [K in keyof EntityTypes]: Stored<EntityTypes[K]>[];
};

interface EntityTypes {
  parameters: WorkflowParameter;
  statuses: WorkflowStatus;
  transitions: Transition;
  /** Not published, because no other service needs them. */
  scenarios: WorkflowScenario;
  calendars: WorkCalendar;
  /** In their order. */
  targets: Target;
}

/** The complete workflow of an organization as stored. */
export interface Configuration extends Entities {
  organizationId: number;
}
