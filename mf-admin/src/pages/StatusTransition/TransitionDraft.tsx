import type { WorkflowParameter } from '@obieg/contracts';
import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { DraftFindings } from '../../workflow-check/DraftFindings';
import { type Draft, draftId } from '../../workflow-check/draft-configuration';
import { buildRequest, type createTransitionSchema, type TransitionValues } from './transition-form';

interface TransitionDraftProps {
  control: Control<TransitionValues>;
  /** Undefined for a new transition. */
  id: number | undefined;
  schema: ReturnType<typeof createTransitionSchema>;
  parameters: readonly WorkflowParameter[];
}

/** Warns of the mistakes that saving the form would cause. */
export const TransitionDraft = ({ control, id = draftId, schema, parameters }: TransitionDraftProps) => {
  const values = useWatch({ control, compute: (current) => current });
  const draft = useMemo(
    (): Draft | undefined =>
      schema.safeParse(values).success
        ? { kind: 'transition', id, saved: buildRequest(values, parameters) }
        : undefined,
    [values, schema, id, parameters],
  );
  return <DraftFindings draft={draft} />;
};
