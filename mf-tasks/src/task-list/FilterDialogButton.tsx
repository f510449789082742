import { Button } from '@obieg/ui';
import { SelectedCount } from '@obieg/ui/lists';
import { Suspense, useState } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { lazyPart } from '../lazy-parts/lazy-part';
import type { ListState } from './use-list-state';

const FilterDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-filters" */ './FilterDialog'));

/** Opens the dialog of the further filters and shows how many of them are active. */
export const FilterDialogButton = ({ list, label }: { list: ListState; label: string }) => {
  const t = useTaskMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="adjustments" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
        <SelectedCount
          count={Object.keys(list.filters.conditions).length}
          label={t('list.filtersSelected')}
        />
      </Button>
      <Suspense>{isOpen ? <FilterDialog list={list} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
};
