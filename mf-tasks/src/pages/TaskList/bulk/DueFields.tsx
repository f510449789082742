import { Button, formatForInput, Group, TextField } from '@obieg/ui';
import { useState } from 'react';
import { atEndOfWork } from '../../../due/suggested-dates';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';

/** The server accepts these years. */
const range = { min: '2000-01-01T00:00', max: '2199-12-31T23:59' };

/** Sets or removes the due date, in the reader's time zone. */
export const DueFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const [due, setDue] = useState('');
  return (
    <BulkForm
      {...props}
      onSubmit={() => onSubmit({ action: 'DUE', dueAt: new Date(due).toISOString() })}
      isDisabled={due === ''}
      actions={<Button onClick={() => onSubmit({ action: 'DUE', dueAt: null })}>{t('due.remove')}</Button>}
    >
      <TextField
        type="datetime-local"
        {...range}
        label={t('due.label')}
        value={due}
        onChange={({ target }) => setDue(target.value)}
        data-autofocus
      />
      <Group gap="xs">
        {(['today', 'tomorrow', 'week'] as const).map((day) => (
          <Button key={day} size="small" onClick={() => setDue(formatForInput(atEndOfWork(day)))}>
            {t(`due.suggest.${day}`)}
          </Button>
        ))}
      </Group>
    </BulkForm>
  );
};
