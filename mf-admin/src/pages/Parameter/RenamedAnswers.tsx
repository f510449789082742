import type { WorkflowParameter } from '@obieg/contracts';
import { CheckboxField } from '@obieg/ui';
import { listRenamedValues } from '@obieg/workflow-rules';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAdminMessages } from '../../i18n/messages';
import type { ParameterValues } from './parameter-form';

/** Offers to carry the answers of open tasks along, once the form renames a saved dictionary value. */
export const RenamedAnswers = ({ existing }: { existing: WorkflowParameter | undefined }) => {
  const t = useAdminMessages();
  const { control, register } = useFormContext<ParameterValues>();
  const rows = useWatch({ control, name: 'dictionaryValues' });
  const dictionaryValues = rows.map(({ savedId, value }) => ({
    id: savedId ?? undefined,
    value: value.trim(),
  }));
  if (
    !existing ||
    listRenamedValues(existing, { parameterType: 'DICTIONARY', dictionaryValues }).length === 0
  )
    return null;
  return (
    <CheckboxField
      {...register('renameAnswers')}
      label={t('parameter.rename.answers')}
      help={t('parameter.rename.answersHelp')}
    />
  );
};
