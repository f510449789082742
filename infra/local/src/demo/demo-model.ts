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

/** All demo accounts share it. */
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

/** Parameter name, condition, value. */
export type DemoCondition = [parameter: string, condition: ConditionType, value?: string];

export interface DemoParameter {
  name: string;
  question: string;
  description?: string;
  type: ParameterType;
  /** REGISTRATION unless given. */
  stage?: ParameterStage;
  values?: string[];
  /** Values that older tasks may hold and that are no longer offered. */
  retiredValues?: string[];
  when?: DemoCondition[];
}

export interface DemoTransition {
  name: string;
  description?: string;
  /** None: a new task. */
  from?: string;
  to: string;
  order?: number;
  isInactive?: boolean;
  targetGroup?: string;
  executors?: string[];
  conditions?: DemoCondition[];
  required?: { parameter: string; isOptional?: boolean; defaultValue?: string }[];
}

/** What happened to a task after it was submitted, in order. */
export type DemoStep =
  | { by: string; says: string; toAuthor?: boolean; onlyGroup?: string }
  | { by: string; runs: string; answers?: Record<string, string> }
  | { by: string; attaches: DemoFile };

export interface DemoTask {
  title: string;
  description?: string;
  /** A username, or the e-mail address of a visitor. */
  by: string;
  /** By parameter name. */
  answers: Record<string, string>;
  priority?: Priority;
  assignee?: string;
  group?: string;
  onlyUsers?: string[];
  onlyGroups?: string[];
  story?: DemoStep[];
}

/** One organization of the demo, complete. What exists under the same name is changed, not made twice. */
export interface DemoOrganization {
  codeName: string;
  name: string;
  people: DemoPerson[];
  /** Usernames of those who set up people and groups, and the workflow. */
  administrator: string;
  workflowManager: string;
  groups: DemoGroup[];
  statuses: { name: string; type: StatusType }[];
  /** The first task must answer the last parameter: its acceptance tells that the whole workflow has arrived. */
  parameters: DemoParameter[];
  transitions: DemoTransition[];
  /** The first is a visitor's. */
  tasks: DemoTask[];
}
