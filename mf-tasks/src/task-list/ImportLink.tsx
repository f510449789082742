import { IconButton } from '@obieg/ui';
import { useCommands, useNavigate, usePermissions } from '@obieg/web-kit';
import { useTaskMessages } from '../i18n/messages';

const importPath = '/tasks/import';

/** Opens the import of tasks, for people who may import. */
export const ImportLink = () => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const { canManageWorkflow } = usePermissions();
  const label = t('import.open');
  useCommands(
    canManageWorkflow
      ? [{ id: 'list.import', label, icon: 'upload', run: () => void navigate(importPath) }]
      : [],
  );
  return canManageWorkflow ? (
    <IconButton variant="secondary" icon="upload" label={label} to={importPath} />
  ) : null;
};
