import { zodResolver } from '@hookform/resolvers/zod';
import { createTaskSchema, emailSchema, priorities } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  Form,
  Heading,
  Loading,
  SelectField,
  SkeletonLines,
  TextArea,
  TextField,
  usePriorityLabels,
} from '@obieg/ui';
import { usePermissions, useSession } from '@obieg/web-kit';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTaskMessages } from '../../messages';
import { AnsweredChips, type AnsweredQuestion } from './AnsweredChips';
import type { SubmissionOutcome } from './SubmissionWizard';
import type { SubmissionDetails, SubmissionDraft } from './submission-draft';
import classes from './submit.module.css';
import { submitTask } from './submit-task';

/** Its pickers are not for visitors, who are most of those who come here. */
const MemberFields = lazy(() => import(/* webpackChunkName: "mf-tasks-member-fields" */ './MemberFields'));

interface DetailsFormProps {
  draft: SubmissionDraft;
  answered: readonly AnsweredQuestion[];
  onChange: (details: SubmissionDetails) => void;
  /** Absent where nothing was asked. */
  onBack: (() => void) | undefined;
  onOutcome: (outcome: SubmissionOutcome) => void;
}

const commonFields = {
  title: createTaskSchema.shape.title,
  description: z.string().max(limits.descriptionMaxLength),
  priority: z.enum(priorities),
};
/** What is not typed here comes from pickers and cannot be wrong. */
const fromPickers = { assignee: z.any(), assigneeGroupId: z.any(), visibility: z.any() };
const visitorSchema = z.object({ ...commonFields, ...fromPickers, email: emailSchema });
const memberSchema = z.object({ ...commonFields, ...fromPickers, email: z.string() });

/** Title and all else that is no question (spec 3 §2, §5). */
export const DetailsForm = ({ draft, answered, onChange, onBack, onOutcome }: DetailsFormProps) => {
  const t = useTaskMessages();
  const session = useSession();
  const { hasBasePermission } = usePermissions();
  const priorityLabels = usePriorityLabels();
  const form = useRef<HTMLFormElement>(null);
  const { register, control, handleSubmit, formState, subscribe, getValues } = useForm<SubmissionDetails>({
    resolver: zodResolver(session ? memberSchema : visitorSchema) as never,
    mode: 'onTouched',
    defaultValues: draft.details,
  });
  const { errors, isValid, isSubmitting } = formState;
  const { field: priority } = useController({ control, name: 'priority' });

  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => onChange(getValues()) }),
    [subscribe, getValues, onChange],
  );
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = handleSubmit(async (details) =>
    onOutcome(await submitTask({ draft: { ...draft, details }, answered, session, t })),
  );
  return (
    <div className={classes['step']}>
      <AnsweredChips answered={answered} onGoBack={() => onBack?.()} />
      <Heading level={1}>{t('submit.details')}</Heading>
      <Form onSubmit={(event) => void submit(event)} ref={form}>
        <TextField
          {...register('title')}
          label={t('submit.taskTitle')}
          error={errors.title ? t('submit.titleRequired') : undefined}
          maxLength={limits.taskTitleMaxLength}
          size="large"
        />
        <TextArea
          {...register('description')}
          label={t('submit.description')}
          optional
          maxLength={limits.descriptionMaxLength}
          rows={5}
        />
        <SelectField
          {...priority}
          label={t('submit.priority')}
          options={priorities.map((value) => ({ value, label: priorityLabels[value] }))}
        />
        {session ? null : (
          <TextField
            {...register('email')}
            type="email"
            label={t('submit.email')}
            help={t('submit.emailHelp')}
            error={errors.email ? t('submit.emailInvalid') : undefined}
            autoComplete="email"
            autoCapitalize="none"
            maxLength={limits.emailMaxLength}
          />
        )}
        {session && hasBasePermission ? (
          <Suspense
            fallback={
              <Loading>
                <SkeletonLines lines={3} />
              </Loading>
            }
          >
            <MemberFields control={control} />
          </Suspense>
        ) : null}
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="large" disabled={!isValid || isSubmitting}>
            {isSubmitting ? t('submit.creating') : t('submit.create')}
          </Button>
          {onBack ? (
            <Button size="large" disabled={isSubmitting} onClick={onBack}>
              {t('submit.backToSummary')}
            </Button>
          ) : null}
        </div>
      </Form>
    </div>
  );
};
