import type {
  Finding,
  FindingSubject,
  RenamedValue,
  SaveStatusTransition,
  SaveWorkflowParameter,
  SaveWorkflowStatus,
} from '@obieg/contracts';
import { type EvaluatedWorkflow, listRenamedValues, renameUses } from '@obieg/workflow-rules';

/** Id of an entity that is not saved yet. The server never uses it. */
export const draftId = Number.MAX_SAFE_INTEGER;

/** The entity that a form edits, as it would be saved. */
export type Draft =
  | { kind: 'parameter'; id: number; saved: SaveWorkflowParameter }
  | { kind: 'status'; id: number; saved: SaveWorkflowStatus }
  | { kind: 'transition'; id: number; saved: SaveStatusTransition };

const replaceById = <T extends { id: number }>(entities: readonly T[], entity: T): T[] =>
  entities.some(({ id }) => id === entity.id)
    ? entities.map((one) => (one.id === entity.id ? entity : one))
    : [...entities, entity];

const number = <T extends object>(rows: readonly T[] | undefined): (T & { id: number })[] =>
  (rows ?? []).map((row, index) => ({ ...row, id: index + 1 }));

const applyParameter = (
  configuration: EvaluatedWorkflow,
  id: number,
  saved: SaveWorkflowParameter,
): EvaluatedWorkflow => ({
  ...configuration,
  parameters: replaceById(configuration.parameters, {
    id,
    parameterName: saved.parameterName,
    displayName: saved.displayName,
    description: saved.description ?? null,
    parameterType: saved.parameterType,
    parameterStage: saved.parameterStage,
    sortOrder: saved.sortOrder,
    isActive: saved.isActive ?? true,
    defaultValue: saved.defaultValue ?? null,
    createdAt: '',
    dictionaryValues: number(saved.dictionaryValues).map((row) => ({
      ...row,
      isActive: row.isActive ?? true,
    })),
    dependencies: number(saved.dependencies).map((row) => ({
      ...row,
      conditionValue: row.conditionValue ?? null,
    })),
  }),
});

const applyTransition = (
  configuration: EvaluatedWorkflow,
  id: number,
  saved: SaveStatusTransition,
): EvaluatedWorkflow => ({
  ...configuration,
  transitions: replaceById(configuration.transitions, {
    id,
    name: saved.name,
    description: saved.description ?? null,
    fromStatusId: saved.fromStatusId ?? null,
    toStatusId: saved.toStatusId,
    targetGroupId: saved.targetGroupId ?? null,
    priorityOrder: saved.priorityOrder ?? 0,
    isActive: saved.isActive ?? true,
    executorGroupIds: saved.executorGroupIds ?? [],
    parameterConditions: number(saved.parameterConditions).map((row) => ({
      ...row,
      conditionType: row.conditionType ?? 'EQUALS',
      conditionValue: row.conditionValue ?? null,
    })),
    requiredParameters: number(saved.requiredParameters).map((row) => ({
      ...row,
      isMandatory: row.isMandatory ?? true,
      defaultValue: row.defaultValue ?? null,
    })),
  }),
});

/** Lists the dictionary values that a form renames. */
export const listDraftRenames = ({ parameters }: EvaluatedWorkflow, draft: Draft): RenamedValue[] => {
  if (draft.kind !== 'parameter') return [];
  const own = parameters.find(({ id }) => id === draft.id);
  const { parameterType, dictionaryValues = [] } = draft.saved;
  return own ? listRenamedValues(own, { parameterType, dictionaryValues }) : [];
};

/**
 * Returns the configuration as it would be after saving a form. A renamed value is renamed wherever it is used, because
 * the server refuses the change otherwise.
 */
export const applyDraft = (configuration: EvaluatedWorkflow, draft: Draft): EvaluatedWorkflow => {
  const { id } = draft;
  switch (draft.kind) {
    case 'parameter':
      return renameUses(
        applyParameter(configuration, id, draft.saved),
        listDraftRenames(configuration, draft),
      );
    case 'transition':
      return applyTransition(configuration, id, draft.saved);
    case 'status': {
      const known = configuration.statuses.find((status) => status.id === id);
      const { approval = known?.approval ?? null, ...saved } = draft.saved;
      const status = { id, createdAt: known?.createdAt ?? '9999', approval, ...saved };
      return { ...configuration, statuses: replaceById(configuration.statuses, status) };
    }
  }
};

const keyOf = ({ code, subject: { kind, id } }: Finding): string => `${code} ${kind} ${id}`;

/** Keeps the findings that a form should show: new ones, and all about the entity that it edits. */
export const selectDraftFindings = (
  found: readonly Finding[],
  saved: readonly Finding[],
  edited: { kind: FindingSubject['kind']; id: number },
): Finding[] => {
  const known = new Set(saved.map(keyOf));
  return found.filter(
    (finding) =>
      !known.has(keyOf(finding)) ||
      (finding.subject.kind === edited.kind && finding.subject.id === edited.id),
  );
};
