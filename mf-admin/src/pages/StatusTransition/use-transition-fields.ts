import { type JoinedFields, joinRows, joinSets } from '@obieg/ui/conflicts';
import { useRowTexts } from '../../conditions/use-row-texts';
import { useAdminMessages } from '../../i18n/messages';
import type { TransitionValues } from './transition-form';
import type { TransitionFormData } from './use-form-data';

const nameOf = (items: readonly { id: number; name: string }[], id: number): string =>
  items.find((item) => item.id === id)?.name ?? `#${id}`;

/** How changes of a transition are joined and shown. */
export const useTransitionFields = ({
  statuses,
  groups,
  parameters,
}: TransitionFormData): JoinedFields<TransitionValues> => {
  const t = useAdminMessages();
  const { describeConditions, describeRequirements } = useRowTexts(parameters);
  return {
    name: { label: t('transition.name') },
    description: { label: t('transition.description') },
    fromStatusId: {
      label: t('transition.from'),
      describe: (id) => [id === '' ? t('transition.newTask') : nameOf(statuses, Number(id))],
    },
    toStatusId: {
      label: t('transition.to'),
      describe: (id) => [id === '' ? '' : nameOf(statuses, Number(id))],
    },
    targetGroupId: {
      label: t('transition.targetGroup'),
      describe: (id) => [id === null ? t('transitions.none') : nameOf(groups, id)],
    },
    priorityOrder: { label: t('transition.priority') },
    isActive: {
      label: t('transition.active'),
      describe: (isActive) => [t(isActive ? 'transitions.yes' : 'transitions.no')],
    },
    executorGroupIds: {
      label: t('transition.executorGroups'),
      describe: (ids) => (ids.length > 0 ? ids.map((id) => nameOf(groups, id)) : [t('transition.everyone')]),
      join: joinSets,
      contentOf: (ids) => [...ids].sort((one, other) => one - other),
    },
    parameterConditions: {
      label: t('transition.conditions'),
      describe: describeConditions,
      join: joinRows(({ parameterId }) => parameterId),
    },
    requiredParameters: {
      label: t('transition.requirements'),
      describe: describeRequirements,
      join: joinRows(({ parameterId }) => parameterId),
    },
  };
};
