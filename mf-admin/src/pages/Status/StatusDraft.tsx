import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { DraftFindings } from '../../workflow-check/DraftFindings';
import type { Draft } from '../../workflow-check/draft-configuration';
import { type StatusFormValues, statusFormSchema } from './status-form';

interface StatusDraftProps {
  control: Control<StatusFormValues>;
  id: number;
}

/**
 * Warns of the mistakes that saving the form would cause. Not shown for a new status, which no transition can name
 * yet.
 */
export const StatusDraft = ({ control, id }: StatusDraftProps) => {
  const values = useWatch({ control, compute: (current) => current });
  const draft = useMemo((): Draft | undefined => {
    const { data } = statusFormSchema.safeParse(values);
    return data && { kind: 'status', id, saved: data };
  }, [values, id]);
  return <DraftFindings draft={draft} />;
};
