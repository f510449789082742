import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { DraftFindings } from '../../workflow-check/DraftFindings';
import { type Draft, draftId } from '../../workflow-check/draft-configuration';
import { buildRequest, type ParameterValues, type Parents } from './parameter-form';
import type { createParameterSchema } from './parameter-validation';

interface ParameterDraftProps {
  control: Control<ParameterValues>;
  /** Undefined for a new parameter. */
  id: number | undefined;
  schema: ReturnType<typeof createParameterSchema>;
  parents: Parents;
}

/** Warns of the mistakes that saving the form would cause. */
export const ParameterDraft = ({ control, id = draftId, schema, parents }: ParameterDraftProps) => {
  const values = useWatch({ control, compute: (current) => current });
  const draft = useMemo(
    (): Draft | undefined =>
      schema.safeParse(values).success
        ? { kind: 'parameter', id, saved: buildRequest(values, parents) }
        : undefined,
    [values, schema, id, parents],
  );
  return <DraftFindings draft={draft} />;
};
