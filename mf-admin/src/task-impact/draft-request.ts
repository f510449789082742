import type { ProposedWorkflow, WorkflowImpactRequest } from '@obieg/contracts';
import { type EvaluatedWorkflow, toProposedWorkflow } from '@obieg/workflow-rules';
import { applyDraft, type Draft, listDraftRenames } from '../workflow-check/draft-configuration';

/** A change of one entity that is not saved yet. */
export type EntityChange = Draft | { kind: Draft['kind']; id: number; saved: null };

const listKeys = { parameter: 'parameters', status: 'statuses', transition: 'transitions' } as const;

const removeEntity = (configuration: EvaluatedWorkflow, { kind, id }: EntityChange): EvaluatedWorkflow => {
  const key = listKeys[kind];
  return { ...configuration, [key]: configuration[key].filter((entity) => entity.id !== id) };
};

const applyChange = (configuration: EvaluatedWorkflow, change: EntityChange): EvaluatedWorkflow =>
  change.saved === null ? removeEntity(configuration, change) : applyDraft(configuration, change);

/** Names decide about no task. */
const describeRules = ({ parameters, statuses, transitions }: ProposedWorkflow): string =>
  JSON.stringify([
    parameters,
    statuses.map(({ name: _, ...status }) => status),
    transitions.map(({ name: _, ...transition }) => transition),
  ]);

/**
 * Builds the question what a change does to open tasks.
 *
 * @returns undefined if the change cannot affect a task
 */
export const buildImpactRequest = (
  saved: EvaluatedWorkflow,
  change: EntityChange,
): WorkflowImpactRequest | undefined => {
  const renamedValues = change.saved === null ? [] : listDraftRenames(saved, change);
  const workflow = toProposedWorkflow(applyChange(saved, change));
  if (renamedValues.length === 0 && describeRules(workflow) === describeRules(toProposedWorkflow(saved)))
    return undefined;
  const isCarried = change.kind === 'parameter' && change.saved?.renameAnswers === true;
  return { workflow, renamedValues: isCarried ? renamedValues : [] };
};
