import type {
  ConditionType,
  GroupMemberRole,
  OrganizationRoleCode,
  ParameterStage,
  ParameterType,
  Priority,
  StatusType,
} from '@obieg/contracts';
import type { DemoFile } from './demo-files';

/** Password of all demo accounts. */
export const demoPassword = 'obieg-demo';

export interface DemoPerson {
  username: string;
  email: string;
  role: OrganizationRoleCode;
}

export interface DemoGroup {
  name: string;
  description: string;
  parent?: string;
  members: Record<string, GroupMemberRole>;
}

/** Parameter name, condition type, value. */
export type DemoCondition = [parameter: string, condition: ConditionType, value?: string];

export interface DemoParameter {
  name: string;
  question: string;
  description?: string;
  type: ParameterType;
  /** Default: REGISTRATION. */
  stage?: ParameterStage;
  values?: string[];
  /** Inactive values that older tasks may contain. */
  retiredValues?: string[];
  when?: DemoCondition[];
}

export interface DemoTransition {
  name: string;
  description?: string;
  /** Absent for a new task. */
  from?: string;
  to: string;
  order?: number;
  isInactive?: boolean;
  targetGroup?: string;
  executors?: string[];
  conditions?: DemoCondition[];
  required?: { parameter: string; isOptional?: boolean; defaultValue?: string }[];
}

/** A step in a task's history. */
export type DemoStep =
  | { by: string; says: string; toAuthor?: boolean; onlyGroup?: string }
  | { by: string; runs: string; answers?: Record<string, string> }
  | { by: string; attaches: DemoFile };

export interface DemoTask {
  title: string;
  description?: string;
  /** A username, or a visitor's e-mail address. */
  by: string;
  /** Keys are parameter names. */
  answers: Record<string, string>;
  priority?: Priority;
  assignee?: string;
  group?: string;
  onlyUsers?: string[];
  onlyGroups?: string[];
  story?: DemoStep[];
}

/** A complete demo organization. Seeding updates existing entities with the same name. */
export interface DemoOrganization {
  codeName: string;
  name: string;
  people: DemoPerson[];
  /** Username that creates people, groups and workflow. */
  administrator: string;
  workflowManager: string;
  groups: DemoGroup[];
  statuses: { name: string; type: StatusType }[];
  /** The first task must answer the last parameter. Once it is accepted, the whole workflow has reached svc-tasks. */
  parameters: DemoParameter[];
  transitions: DemoTransition[];
  /** The first one is a visitor's. */
  tasks: DemoTask[];
}
