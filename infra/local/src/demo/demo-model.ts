import type {
  Approval,
  ConditionType,
  CreateIntegration,
  GroupMemberRole,
  LinkType,
  OrganizationRoleCode,
  ParameterStage,
  ParameterType,
  Priority,
  SaveCannedReply,
  SaveTarget,
  SaveTaskView,
  StatusType,
  TokenScope,
} from '@obieg/contracts';
import type { DemoFile } from './demo-files';

/** Password of all demo accounts. */
export const demoPassword = 'obieg-demo';

export interface DemoPerson {
  username: string;
  email: string;
  role: OrganizationRoleCode;
  /** Secret of an authenticator app, as in the README. Absent: the person has no second factor. */
  totpSecret?: string;
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

export interface DemoStatus {
  name: string;
  type: StatusType;
  /** Names of groups, and of transitions from the status. */
  approval?: { groups: string[]; quorum: Approval['quorum']; approved: string; rejected: string };
}

/** A step in a task's history. */
export type DemoStep =
  | {
      by: string;
      says: string;
      toAuthor?: boolean;
      onlyGroup?: string;
      /** The writer later replaces the text, or deletes the comment. */
      later?: { replaces: string } | 'deletes';
    }
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
  /** Files of a visitor's submission. The address is then verified, so the visitor becomes a reporter. */
  files?: DemoFile[];
  story?: DemoStep[];
}

/** An answer to a mail about a task. */
interface DemoAnswer {
  /** Title of the task. */
  task: string;
  /** Address of the reader. */
  by: string;
  text: string;
}

/** A saved view of the task list. */
export interface DemoView
  extends Pick<SaveTaskView, 'name' | 'query'>,
    Partial<Pick<SaveTaskView, 'sort' | 'columns' | 'isShared'>> {
  /** Username; an operator for a shared view. */
  by: string;
  /** Only tasks that this group has. */
  group?: string;
}

/** A calendar that works from 8 to 16, with the public holidays of Poland. */
export interface DemoCalendar {
  name: string;
  fromYear: number;
  untilYear: number;
}

/** A target from the creation of a task on, in the demo calendar. Refers to statuses by name. */
export interface DemoTarget extends Pick<SaveTarget, 'metric' | 'priorities' | 'minutes' | 'end'> {
  pausedStatuses: readonly string[];
}

/** A complete demo organization. Seeding updates existing entities with the same name. */
/** Answers with the result that the questionnaire must have. Refers to parameters, statuses and groups by name. */
export interface DemoScenario {
  name: string;
  answers: Readonly<Record<string, string>>;
  /** Names of the parameters that are asked, in order. */
  asks: readonly string[];
  status: string;
  group?: string;
}

export interface DemoOrganization {
  codeName: string;
  name: string;
  /** Default: Europe/Warsaw. */
  timeZone?: string;
  people: DemoPerson[];
  /** Invited, and have not accepted. */
  invited?: DemoPerson[];
  /** Username that creates people, groups and workflow. */
  administrator: string;
  workflowManager: string;
  groups: DemoGroup[];
  statuses: DemoStatus[];
  /** The first task must answer the last parameter. Once it is accepted, the whole workflow has reached svc-tasks. */
  parameters: DemoParameter[];
  transitions: DemoTransition[];
  scenarios?: DemoScenario[];
  /** Its default calendar. */
  calendar?: DemoCalendar;
  targets?: DemoTarget[];
  /** The first one is a visitor's. */
  tasks: DemoTask[];
  /** Answers by mail, after all tasks. */
  answers?: DemoAnswer[];
  views?: DemoView[];
  /** Created by the administrator. */
  cannedReplies?: SaveCannedReply[];
  /** Working hours until a new task of a priority is due. Set after the tasks are created. */
  dueHours?: Partial<Record<Priority, number>>;
  /** Due dates of tasks by title, which the administrator sees. */
  due?: { task: string; inDays: number }[];
  links?: { from: string; type: LinkType; to: string }[];
  /** A program that works with the API. The administrator creates it, with a token. */
  integration?: CreateIntegration & { scopes: TokenScope[] };
}
