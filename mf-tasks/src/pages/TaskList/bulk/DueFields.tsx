import { Button, formatForInput, Group, TextField } from '@obieg/ui';
import { useForm, useWatch } from 'react-hook-form';
import { atEndOfWork } from '../../../due/suggested-dates';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';

/** The server accepts these years. */
const range = { min: '2000-01-01T00:00', max: '2199-12-31T23:59' };

/** Sets or removes the due date, in the reader's time zone. */
export const DueFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const { register, control, handleSubmit, setValue } = useForm({ defaultValues: { due: '' } });
  const isMissing = useWatch({ control, name: 'due' }) === '';
  return (
    <BulkForm
      {...props}
      onSubmit={handleSubmit(({ due }) => onSubmit({ action: 'DUE', dueAt: new Date(due).toISOString() }))}
      isDisabled={isMissing}
      actions={<Button onClick={() => onSubmit({ action: 'DUE', dueAt: null })}>{t('due.remove')}</Button>}
    >
      <TextField
        {...register('due', { required: true })}
        type="datetime-local"
        {...range}
        label={t('due.label')}
        data-autofocus
      />
      <Group gap="xs">
        {(['today', 'tomorrow', 'week'] as const).map((day) => (
          <Button key={day} size="small" onClick={() => setValue('due', formatForInput(atEndOfWork(day)))}>
            {t(`due.suggest.${day}`)}
          </Button>
        ))}
      </Group>
    </BulkForm>
  );
};
