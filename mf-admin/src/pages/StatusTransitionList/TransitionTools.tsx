import type { Group } from '@obieg/contracts';
import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { SelectField, useMedia } from '@obieg/ui';
import { cardsMedia } from '../../browser/media';
import { useAdminMessages } from '../../i18n/messages';
import { SearchField } from '../../lists/SearchField';
import {
  defaultOrder,
  type SortKey,
  sortKeys,
  type TransitionFilter,
  type TransitionOrder,
} from './arrange-transitions';
import classes from './transition-list.module.css';

interface TransitionToolsProps {
  search: string;
  onSearch: (search: string) => void;
  filter: TransitionFilter;
  onFilter: (filter: TransitionFilter) => void;
  order: TransitionOrder;
  onOrder: (order: TransitionOrder) => void;
  /** Groups that transitions name. */
  groups: readonly Group[];
}

/** Search, filters and, where the table has no head, the order of the transition list. */
export const TransitionTools = ({
  search,
  onSearch,
  filter,
  onFilter,
  order,
  onOrder,
  groups,
}: TransitionToolsProps) => {
  const t = useAdminMessages();
  const hasCards = useMedia(cardsMedia);
  return (
    <div className={classes['tools']}>
      <SearchField
        label={t('transitions.search')}
        placeholder={t('transitions.search')}
        clearLabel={t('transitions.clearSearch')}
        value={search}
        onSearch={onSearch}
      />
      <SelectField
        label={t('transitions.stateFilter')}
        hideLabel
        value={filter.state}
        onChange={({ target }) => onFilter({ ...filter, state: target.value as TransitionFilter['state'] })}
        options={(['all', 'active', 'inactive'] as const).map((value) => ({
          value,
          label: t(`transitions.states.${value}`),
        }))}
      />
      {groups.length > 0 ? (
        <SelectField
          label={t('transitions.groupFilter')}
          hideLabel
          placeholder={t('transitions.allGroups')}
          value={filter.groupId ?? ''}
          onChange={({ target }) =>
            onFilter({ ...filter, groupId: target.value === '' ? undefined : Number(target.value) })
          }
          options={sortByPath(groups).map((group) => ({
            value: String(group.id),
            label: groupPathOf(group),
          }))}
        />
      ) : null}
      {hasCards ? (
        <SelectField
          label={t('transitions.order')}
          hideLabel
          value={order.by}
          onChange={({ target }) => onOrder({ ...defaultOrder, by: target.value as SortKey })}
          options={sortKeys.map((value) => ({ value, label: t(`transitions.orders.${value}`) }))}
        />
      ) : null}
    </div>
  );
};
