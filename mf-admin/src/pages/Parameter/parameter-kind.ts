import type { SaveWorkflowParameter, WorkflowParameter } from '@obieg/contracts';
import { loadParameter, useParameter, useSaveParameter } from '../../api/parameters.api';
import type { EntityKind } from '../../workflow-entities/entity-kind';

export const parameterKind: EntityKind<WorkflowParameter, SaveWorkflowParameter> = {
  name: 'parameter',
  listTexts: 'parameters',
  listPath: '/workflow-parameters',
  titles: { create: 'parameter.new', view: 'parameter.view', edit: 'parameter.edit' },
  getLabel: ({ displayName }) => displayName,
  toDraft: (id, saved) => ({ kind: 'parameter', id, saved }),
  useOne: useParameter,
  useSave: useSaveParameter,
  load: loadParameter,
};
