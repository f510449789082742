import { type JoinedFields, joinRows } from '@obieg/ui/conflicts';
import { useRowTexts } from '../../conditions/use-row-texts';
import { useAdminMessages } from '../../i18n/messages';
import type { DictionaryRowValues, ParameterValues, Parents } from './parameter-form';

/** A new value has no id. Two users who add the same value mean one. */
const keyOf = ({ savedId, value }: DictionaryRowValues): string =>
  savedId === null ? `new ${value.trim()}` : String(savedId);

/** The key differs each time that the form shows the row. */
const contentOf = ({ key: _, ...row }: DictionaryRowValues) => row;

/** How changes of a parameter are joined and shown. */
export const useParameterFields = (parents: Parents): JoinedFields<ParameterValues> => {
  const t = useAdminMessages();
  const { describeConditions } = useRowTexts(parents);
  return {
    parameterName: { label: t('parameter.name') },
    displayName: { label: t('parameter.displayName') },
    description: { label: t('parameter.description') },
    parameterType: {
      label: t('parameter.type'),
      describe: (type) => [type === '' ? '' : t(`parameterTypes.${type}`)],
    },
    parameterStage: {
      label: t('parameter.stage'),
      describe: (stage) => [stage === '' ? '' : t(`parameterStages.${stage}`)],
    },
    sortOrder: { label: t('parameter.sortOrder') },
    isActive: {
      label: t('parameter.active'),
      describe: (isActive) => [t(isActive ? 'parameters.yes' : 'parameters.no')],
    },
    defaultValue: { label: t('parameter.defaultValue') },
    dictionaryValues: {
      label: t('parameter.dictionaryValues'),
      describe: (rows) =>
        rows.map(({ value, isActive }) => (isActive ? value : t('conditions.inactive', { name: value }))),
      join: joinRows(keyOf, contentOf),
      contentOf: (rows) => rows.map(contentOf),
    },
    // What to do with the answers is not saved.
    renameAnswers: { label: t('parameter.rename.answers') },
    dependencies: {
      label: t('parameter.dependencies'),
      describe: describeConditions,
      join: joinRows(({ parameterId }) => parameterId),
    },
  };
};
