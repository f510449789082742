import { zodResolver } from '@hookform/resolvers/zod';
import { createTaskSchema, emailSchema, priorities } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  Form,
  focusFirstProblem,
  Heading,
  Loading,
  SelectField,
  SkeletonLines,
  Text,
  TextArea,
  TextField,
  usePriorityLabels,
  useProblemFocus,
} from '@obieg/ui';
import { usePermissions, useSession } from '@obieg/web-kit';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type FieldError, useController, useForm } from 'react-hook-form';
import * as z from 'zod';
import { lazyPart } from '../../lazy-part';
import { useTaskMessages } from '../../messages';
import type { SubmissionDetails } from './submission-draft';
import type { DetailField, DetailProblems } from './submission-failure';
import classes from './submit.module.css';

/** Its pickers are not for visitors, who are most of those who come here. */
const MemberFields = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-member-fields" */ './MemberFields'),
);

interface DetailsFormProps {
  details: SubmissionDetails;
  /** What the server said of the last attempt. */
  problems: DetailProblems;
  /** Above the form, e.g. the answers so far. */
  before: ReactNode;
  onChange: (details: SubmissionDetails) => void;
  /** Absent where nothing was asked. */
  onBack: (() => void) | undefined;
  onSubmit: (details: SubmissionDetails) => Promise<void>;
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

/** The server's own words where it refused something, else the screen's. */
const readError = (error: FieldError | undefined, text: string | undefined): string | undefined =>
  error?.type === 'server' ? error.message : error && text;

/** Title and all else that is no question (spec 3 §2, §5). */
export const DetailsForm = ({ details, problems, before, onChange, onBack, onSubmit }: DetailsFormProps) => {
  const t = useTaskMessages();
  const session = useSession();
  const { hasBasePermission } = usePermissions();
  const priorityLabels = usePriorityLabels();
  const form = useRef<HTMLFormElement>(null);
  const { register, control, handleSubmit, formState, subscribe, getValues, setError, clearErrors, trigger } =
    useForm<SubmissionDetails>({
      resolver: zodResolver(session ? memberSchema : visitorSchema) as never,
      mode: 'onTouched',
      defaultValues: details,
    });
  const { errors, isValid, isSubmitting } = formState;
  const { field: priority } = useController({ control, name: 'priority' });

  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));
  const keep = useEffectEvent(() => onChange(getValues()));
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keep() }), [subscribe]);
  const showProblems = useEffectEvent(() => {
    const refused = Object.entries(problems) as [DetailField, string][];
    for (const [field, message] of refused) setError(field, { type: 'server', message });
    const [first] = refused;
    const field = form.current?.querySelector<HTMLElement>(first ? `[name="${first[0]}"]` : 'input');
    if (field) field.focus();
    else focusProblem();
  });
  // Together with what is drawn: letters typed at once are not to go elsewhere half way.
  useLayoutEffect(() => showProblems(), []);

  const submit = handleSubmit(onSubmit);
  // A button that cannot be pressed does not say why.
  const neededId = useId();
  const needed = [t('submit.taskTitle'), ...(session ? [] : [t('submit.email')])];
  /** A browser does not send a form whose button cannot be pressed. */
  const sayWhatIsWrong = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.defaultPrevented)
      void trigger(undefined, { shouldFocus: true });
  };
  return (
    <div className={classes['form']}>
      {before}
      <Heading level={1}>{t('submit.details')}</Heading>
      <Form
        onSubmit={(event) => void submit(event)}
        onKeyDown={isValid ? undefined : sayWhatIsWrong}
        ref={form}
      >
        <TextField
          {...register('title')}
          label={t('submit.taskTitle')}
          error={readError(errors.title, t('submit.titleRequired'))}
          maxLength={limits.taskTitleMaxLength}
          size="large"
        />
        <TextArea
          {...register('description')}
          label={t('submit.description')}
          optional
          maxLength={limits.descriptionMaxLength}
          rows={5}
          error={readError(errors.description, undefined)}
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
            error={readError(errors.email, t('submit.emailInvalid'))}
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
            <MemberFields control={control} clearErrors={clearErrors} />
          </Suspense>
        ) : null}
        {isValid ? null : (
          <div id={neededId}>
            <Text size="small" muted>
              {t('submit.needed', { fields: needed.join(', ') })}
            </Text>
          </div>
        )}
        <div className={classes['actions']}>
          <Button
            type="submit"
            variant="primary"
            size="large"
            disabled={!isValid || isSubmitting}
            aria-describedby={isValid ? undefined : neededId}
          >
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
