import { Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import type { ReactNode } from 'react';
import type { FieldProblem } from '../../forms/field-problems';
import { useAdminMessages } from '../../i18n/messages';
import type { ParameterValues } from './parameter-form';

interface RenameDialogProps {
  /** The renamed values that are named elsewhere. Closed while empty. */
  problems: readonly FieldProblem<ParameterValues>[];
  /** What the renaming does to open tasks. */
  impact: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Offers to rename dictionary values also in the dependencies and conditions that name them. */
export const RenameDialog = ({ problems, impact, onConfirm, onCancel }: RenameDialogProps) => {
  const t = useAdminMessages();
  return (
    <ConfirmDialog
      isOpen={problems.length > 0}
      isDestructive={false}
      title={t('parameter.rename.title')}
      confirmLabel={t('parameter.rename.confirm')}
      cancelLabel={t('parameters.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {problems.map(({ field, message }) => (
        <Text key={field}>{message}</Text>
      ))}
      <Text muted>{t('parameter.rename.text')}</Text>
      {impact}
    </ConfirmDialog>
  );
};
