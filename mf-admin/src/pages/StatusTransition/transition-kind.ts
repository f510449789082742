import type { SaveStatusTransition, StatusTransition } from '@obieg/contracts';
import { loadTransition, useSaveTransition, useTransition } from '../../api/transitions.api';
import type { EntityKind } from '../../workflow-entities/entity-kind';

export const transitionKind: EntityKind<StatusTransition, SaveStatusTransition> = {
  name: 'transition',
  listTexts: 'transitions',
  listPath: '/status-transitions',
  titles: { create: 'transition.new', view: 'transition.show', edit: 'transition.edit' },
  getLabel: ({ name }) => name,
  toDraft: (id, saved) => ({ kind: 'transition', id, saved }),
  useOne: useTransition,
  useSave: useSaveTransition,
  load: loadTransition,
};
