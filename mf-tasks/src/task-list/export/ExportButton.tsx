import { IconButton } from '@obieg/ui';
import { useCommands } from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import type { ListState } from '../use-list-state';

const ExportDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-export" */ './ExportDialog'));

/** Opens the dialog that saves the tasks of the list as a file. */
export const ExportButton = ({ list }: { list: ListState }) => {
  const t = useTaskMessages();
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => setIsOpen(true);
  useCommands([{ id: 'list.export', label: t('export.open'), icon: 'download', run: open }]);
  return (
    <>
      <IconButton
        variant="secondary"
        icon="download"
        label={t('export.open')}
        aria-haspopup="dialog"
        onClick={open}
      />
      <Suspense>{isOpen ? <ExportDialog list={list} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
};
