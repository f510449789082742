import { Button, Form } from '@obieg/ui';
import { ModalActions } from '@obieg/ui/overlays';
import type { FormEventHandler, ReactNode } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import type { BulkInput } from './bulk.api';

export interface BulkFormProps {
  publicTaskIds: readonly number[];
  onSubmit: (input: BulkInput) => void;
  onClose: () => void;
}

interface FrameProps extends Pick<BulkFormProps, 'publicTaskIds' | 'onClose'> {
  children: ReactNode;
  /** Number of tasks that the action can change. Absent: all. */
  taskCount?: number;
  isDisabled?: boolean;
  /** Further buttons before the main one. */
  actions?: ReactNode;
  /** From `handleSubmit` of the form. */
  onSubmit: (...event: Parameters<FormEventHandler>) => Promise<void>;
}

/** Fields of an action, with a button that says on how many tasks it runs. */
export const BulkForm = ({
  children,
  publicTaskIds,
  taskCount = publicTaskIds.length,
  isDisabled = false,
  actions,
  onSubmit,
  onClose,
}: FrameProps) => {
  const t = useTaskMessages();
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      {children}
      <ModalActions>
        <Button onClick={onClose}>{t('task.cancel')}</Button>
        {actions}
        <Button type="submit" variant="primary" disabled={isDisabled}>
          {t('bulk.run', { count: taskCount })}
        </Button>
      </ModalActions>
    </Form>
  );
};
