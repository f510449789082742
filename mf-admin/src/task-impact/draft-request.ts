import type { ProposedWorkflow, RenamedValue, WorkflowImpactRequest } from '@obieg/contracts';
import {
  type EvaluatedWorkflow,
  listRenamedValues,
  renameUses,
  toProposedWorkflow,
} from '@obieg/workflow-rules';
import { applyDraft, type Draft } from '../workflow-check/draft-configuration';

/** A change of one entity that is not saved yet. */
export type EntityChange = Draft | { kind: Draft['kind']; id: number; saved: null };

const listKeys = { parameter: 'parameters', status: 'statuses', transition: 'transitions' } as const;

const removeEntity = (configuration: EvaluatedWorkflow, { kind, id }: EntityChange): EvaluatedWorkflow => {
  const key = listKeys[kind];
  return { ...configuration, [key]: configuration[key].filter((entity) => entity.id !== id) };
};

const applyChange = (configuration: EvaluatedWorkflow, change: EntityChange): EvaluatedWorkflow =>
  change.saved === null ? removeEntity(configuration, change) : applyDraft(configuration, change);

/** Lists the dictionary values that the change renames. */
const listRenames = ({ parameters }: EvaluatedWorkflow, change: EntityChange): RenamedValue[] => {
  if (change.kind !== 'parameter' || !change.saved) return [];
  const own = parameters.find(({ id }) => id === change.id);
  const { parameterType, dictionaryValues = [] } = change.saved;
  return own ? listRenamedValues(own, { parameterType, dictionaryValues }) : [];
};

/** Names decide about no task. */
const describeRules = ({ parameters, statuses, transitions }: ProposedWorkflow): string =>
  JSON.stringify([
    parameters,
    statuses.map(({ name: _, ...status }) => status),
    transitions.map(({ name: _, ...transition }) => transition),
  ]);

/**
 * Builds the question what a change does to open tasks. A renamed value is renamed in conditions, too, because the
 * server refuses the change otherwise.
 *
 * @returns undefined if the change cannot affect a task
 */
export const buildImpactRequest = (
  saved: EvaluatedWorkflow,
  change: EntityChange,
): WorkflowImpactRequest | undefined => {
  const renamedValues = listRenames(saved, change);
  const workflow = toProposedWorkflow(renameUses(applyChange(saved, change), renamedValues));
  if (renamedValues.length === 0 && describeRules(workflow) === describeRules(toProposedWorkflow(saved)))
    return undefined;
  const isCarried = change.kind === 'parameter' && change.saved?.renameAnswers === true;
  return { workflow, renamedValues: isCarried ? renamedValues : [] };
};
