/**
 * Limits of one workflow, several times what a large organization uses. Without them, work that grows faster than the
 * workflow (the check, the picture, the dialogs of a task) would stop the processes that all organizations share.
 * A workflow that exceeds a limit already may keep its number, but not raise it.
 */
export const workflowLimits = {
  parameters: 500,
  statuses: 300,
  transitions: 1_500,
  /** Dependencies of parameters and conditions of transitions together. */
  conditions: 5_000,
  requiredParameters: 5_000,
  /** Different values of one parameter that conditions compare with. */
  comparedValues: 1_000,
  /** Dictionary values in the dialogs of all transitions from one status. A task page contains them. */
  dialogValues: 10_000,
} as const;
export type WorkflowLimit = keyof typeof workflowLimits;
