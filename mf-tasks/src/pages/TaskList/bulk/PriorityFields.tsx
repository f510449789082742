import { type Priority, priorities } from '@obieg/contracts';
import { SelectField, usePriorityLabels } from '@obieg/ui';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';

export const PriorityFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const [priority, setPriority] = useState<Priority>('NORMAL');
  return (
    <BulkForm {...props} onSubmit={() => onSubmit({ action: 'PRIORITY', priority })}>
      <SelectField
        label={t('task.prioritize.priority')}
        value={priority}
        onChange={({ target }) => setPriority(target.value as Priority)}
        options={priorities.map((value) => ({ value, label: labels[value] }))}
        data-autofocus
      />
    </BulkForm>
  );
};
