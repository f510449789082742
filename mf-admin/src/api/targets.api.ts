import type { Listed, SaveTarget, Target } from '@obieg/contracts';
import { http } from '@obieg/web-kit';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';
import { ifMatch } from './optimistic-concurrency';

const path = '/targets';

const { useList, useOne, useSave, load, useDelete, useChange } = createEntityApi<Target, SaveTarget>({
  path,
  listKey: listKeys.targets,
  detailKey: 'target',
});

export {
  load as loadTarget,
  useDelete as useDeleteTarget,
  useList as useTargetList,
  useOne as useTarget,
  useSave as useSaveTarget,
};

const toBody = ({ id: _, revision: __, ...target }: Listed<Target>): SaveTarget => target as SaveTarget;

/** Saves the targets whose place in the given order differs from their number. */
export const useOrderTargets = () =>
  useChange(async (targets: readonly Listed<Target>[]) => {
    for (const [index, target] of targets.entries())
      if (target.sortOrder !== index)
        await http.put(
          `${path}/${target.id}`,
          { ...toBody(target), sortOrder: index },
          ifMatch(`"${target.revision}"`),
        );
  });
