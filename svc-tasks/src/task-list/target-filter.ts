import type { TargetFilter } from '@obieg/contracts';
import { nextTargetKey } from './list-order';

interface TargetQuery {
  target?: TargetFilter | undefined;
}

/** Column filters of `target`. The indexes contain tasks with targets only. */
export const targetFiltersOf = ({ target }: TargetQuery) => {
  switch (target) {
    case 'running':
      return [
        {
          column: 'next_target_at',
          indexed: nextTargetKey,
          values: 'null',
          comparison: 'is not null',
          range: 't.next_target_at is not null',
        },
      ];
    case 'soon':
      return [
        {
          column: 'target_soon_at',
          values: 'null',
          comparison: '<= now()',
          range: 't.target_soon_at <= now()',
        },
      ];
    case 'missed':
      return [
        {
          column: 'is_target_missed',
          values: 'array[true]',
          comparison: '= true',
          matchesValue: 't.is_target_missed',
        },
      ];
    default:
      return [];
  }
};

/** Whether each task of the list has a target that runs. */
export const haveRunningTargets = ({ target }: TargetQuery): boolean =>
  target === 'running' || target === 'soon';
