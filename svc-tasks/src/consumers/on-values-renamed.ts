import { defineReaction } from '@obieg/service-kit';
import { renameStoredAnswers } from '../workflow-model/rename-answers';

export const onValuesRenamed = defineReaction({
  type: 'obieg.workflow.values.renamed',
  apply: (tx, { data: { renamedValues } }) => renameStoredAnswers(tx, renamedValues),
});
