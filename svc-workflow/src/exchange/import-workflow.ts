import type { importWorkflowSchema, WorkflowFile, WorkflowImpact, WorkflowPreview } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type * as z from 'zod';
import { buildWithIds } from '../configuration/build-with-ids';
import { checkFileSize } from '../configuration/configuration-size';
import { translate } from '../messages/server-messages';
import { type ChangeDependencies, replaceWorkflow } from '../replacement/plan-change';
import type { Caller } from '../requests/caller';
import { listFileErrors } from '../workflow-file/check-file';
import type { GroupPaths } from '../workflow-file/group-paths';
import { readWorkflowFile } from '../workflow-file/read-file';

export type ImportRequest = z.output<typeof importWorkflowSchema> & { isDryRun: boolean };

/** Finds groups by their path. The caller's choice wins over a group with that path. */
const createGroupFinder = (paths: GroupPaths, chosen: ImportRequest['groups']) => {
  const byPath = new Map([...paths].map(([id, path]) => [path, id]));
  // Own properties only: a path can be named like a property of every object.
  const isChosen = (path: string): boolean => Object.hasOwn(chosen, path);
  return {
    isKnown: (path: string): boolean => isChosen(path) || byPath.has(path),
    find: (path: string): number | undefined =>
      isChosen(path) ? (chosen[path] ?? undefined) : byPath.get(path),
  };
};
type GroupFinder = ReturnType<typeof createGroupFinder>;

const checkChosenGroups = (
  { language }: Caller,
  paths: GroupPaths,
  chosen: ImportRequest['groups'],
): void => {
  const errors = Object.entries(chosen).flatMap(([path, id]) =>
    id === null || paths.has(id)
      ? []
      : [{ field: `groups.${path}`, message: translate(language, 'groupUnknown') }],
  );
  if (errors.length > 0) throw problem.validation(errors);
};

/** Groups of the file that the caller left out, and the transitions that lose them or that every member can run then. */
const listLeftOut = (file: WorkflowFile, groups: GroupFinder) => {
  const isLeftOut = (path: string): boolean => groups.find(path) === undefined;
  const lostGroups = file.transitions.flatMap(({ name, targetGroup, executorGroups }) => {
    const named = new Set([...(targetGroup === null ? [] : [targetGroup]), ...executorGroups]);
    const lost = [...named].filter(isLeftOut);
    return lost.length > 0 ? [{ transition: name, groups: lost }] : [];
  });
  const transitions = file.transitions
    .filter(({ executorGroups }) => executorGroups.length > 0 && executorGroups.every(isLeftOut))
    .map(({ name }): WorkflowImpact['transitions'][number] => ({ name, effect: 'OPEN' }));
  const approvers = file.statuses.flatMap(({ approval }) => approval?.approverGroups ?? []).filter(isLeftOut);
  const missingGroups = [...new Set([...lostGroups.flatMap((lost) => lost.groups), ...approvers])];
  return { missingGroups, lostGroups, transitions };
};

/**
 * Replaces the whole workflow by a file, as one revision. @throws 409 if there is a newer revision than the caller has
 * seen, 413, 422 with the places in the file
 */
export const importWorkflow = (
  dependencies: ChangeDependencies,
  caller: Caller,
  { file, groups: chosen, ...options }: ImportRequest,
): Promise<WorkflowPreview> =>
  replaceWorkflow(dependencies, caller, {
    ...options,
    cause: { kind: 'IMPORTED' },
    build: async ({ tx, before, timeZone, paths }) => {
      checkFileSize(caller.language, before, file);
      checkChosenGroups(caller, paths, chosen);
      const groups = createGroupFinder(paths, chosen);
      const errors = listFileErrors(file, { language: caller.language, timeZone }, groups.isKnown);
      if (errors.length > 0) throw problem.validation(errors);
      const configuration = await buildWithIds(tx, (newRows) =>
        readWorkflowFile({ ...newRows, before, file, groupIdOf: groups.find }),
      );
      return { configuration, ...listLeftOut(file, groups) };
    },
  });
