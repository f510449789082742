/**
 * Keys of data that several apps show, so that a change in one of them refreshes the others. An app that is built with
 * another version of `web-kit` uses the same keys: do not change them.
 */
export const sharedKeys = {
  /** The signed-in user's account. */
  account: ['account'],
  dueSettings: ['due-settings'],
  /** Groups that can be chosen. */
  groups: ['groups'],
  notifications: ['notifications'],
  questionnaire: ['questionnaire'],
  stuckTasks: ['stuck-tasks'],
  /** Lists of tasks. */
  tasks: ['tasks'],
  workflowCheck: ['workflow-check'],
} as const;

/**
 * Creates the query keys of a remote. All remotes share one cache, so each key begins with the remote's id.
 *
 * @example
 * export const ownKey = createQueryKeys('mf-reports');
 * useQuery({ queryKey: ownKey('sales', id), … }); // ['mf-reports', 'sales', id]
 */
export const createQueryKeys =
  (remoteId: string) =>
  <const Parts extends readonly unknown[]>(...parts: Parts): readonly [string, ...Parts] => [
    remoteId,
    ...parts,
  ];
