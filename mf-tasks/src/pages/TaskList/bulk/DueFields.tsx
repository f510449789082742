import { Button } from '@obieg/ui';
import { useController, useForm } from 'react-hook-form';
import { DueInput } from '../../../due/DueInput';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';

/** Sets or removes the due date. */
export const DueFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const { control, handleSubmit } = useForm({ defaultValues: { due: '' } });
  const { field } = useController({ control, name: 'due', rules: { required: true } });
  return (
    <BulkForm
      {...props}
      onSubmit={handleSubmit(({ due }) => onSubmit({ action: 'DUE', dueAt: new Date(due).toISOString() }))}
      isDisabled={field.value === ''}
      actions={<Button onClick={() => onSubmit({ action: 'DUE', dueAt: null })}>{t('due.remove')}</Button>}
    >
      <DueInput value={field.value} onChange={field.onChange} />
    </BulkForm>
  );
};
