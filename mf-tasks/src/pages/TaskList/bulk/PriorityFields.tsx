import { type Priority, priorities } from '@obieg/contracts';
import { SelectField, usePriorityLabels } from '@obieg/ui';
import { useForm } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';

export const PriorityFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const { register, handleSubmit } = useForm<{ priority: Priority }>({
    defaultValues: { priority: 'NORMAL' },
  });
  return (
    <BulkForm
      {...props}
      onSubmit={handleSubmit(({ priority }) => onSubmit({ action: 'PRIORITY', priority }))}
    >
      <SelectField
        {...register('priority')}
        label={t('task.prioritize.priority')}
        options={priorities.map((value) => ({ value, label: labels[value] }))}
        data-autofocus
      />
    </BulkForm>
  );
};
