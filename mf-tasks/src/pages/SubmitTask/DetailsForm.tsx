import { zodResolver } from '@hookform/resolvers/zod';
import {
  createTaskSchema,
  emailSchema,
  isTaskTextReadable,
  mapTaskTexts,
  priorities,
  taskTextNames,
  taskTexts,
} from '@obieg/contracts';
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
import { type Control, type FieldError, useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { TaskTextInput } from '../../task/TaskTextInput';
import { FileFields } from './files/FileFields';
import { useSubmissionFiles } from './files/use-submission-files';
import type { SubmissionDetails } from './submission-draft';
import type { DetailErrors, DetailField } from './submission-failure';
import classes from './submit.module.css';

/** A lazy part, because its pickers are large and most users of this page are visitors, who do not see them. */
const MemberFields = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-member-fields" */ './MemberFields'),
);

interface DetailsFormProps {
  draftId: string;
  details: SubmissionDetails;
  /** Field errors of the last submission. */
  serverErrors: DetailErrors;
  /** Shown above the form: the answers so far. */
  header: ReactNode;
  onChange: (details: SubmissionDetails) => void;
  /** Undefined if the questionnaire has no questions. */
  onBack: (() => void) | undefined;
  onSubmit: (details: SubmissionDetails) => Promise<void>;
}

const commonFields = {
  title: createTaskSchema.shape.title,
  ...mapTaskTexts((name) => z.string().max(taskTexts[name].maxLength)),
  priority: z.enum(priorities),
};
/** Pickers return only valid values. */
const pickerFields = { assignee: z.any(), assigneeGroupId: z.any(), visibility: z.any() };
const visitorSchema = z.object({ ...commonFields, ...pickerFields, email: emailSchema });
const memberSchema = z.object({ ...commonFields, ...pickerFields, email: z.string() });

/** Labels of the fields that can be missing or invalid, in the order of the form. */
const neededLabels = {
  title: 'submit.taskTitle',
  ...mapTaskTexts((name) => `task.changedField.${name}`),
  email: 'submit.email',
} as const;

/** Names the fields that still keep the task from being created. */
const NeededFields = ({ id, control }: { id: string; control: Control<SubmissionDetails> }) => {
  const t = useTaskMessages();
  const isVisitor = useSession() === undefined;
  const issues = (isVisitor ? visitorSchema : memberSchema).safeParse(useWatch({ control })).error?.issues;
  const invalid = new Set(issues?.map(({ path: [field] }) => field));
  const fields = Object.entries(neededLabels).filter(([field]) => invalid.has(field));
  return (
    <div id={id}>
      {fields.length > 0 ? (
        <Text size="small" muted>
          {t('submit.needed', { fields: fields.map(([, label]) => t(label)).join(', ') })}
        </Text>
      ) : null}
    </div>
  );
};

/** Returns the server's error message if there is one, otherwise `text`. */
const readError = (error: FieldError | undefined, text: string | undefined): string | undefined =>
  error?.type === 'server' ? error.message : error && text;

/** Form for the details of a task that are not parameters (spec 3 §2, §5). */
export const DetailsForm = ({
  draftId,
  details,
  serverErrors,
  header,
  onChange,
  onBack,
  onSubmit,
}: DetailsFormProps) => {
  const t = useTaskMessages();
  const session = useSession();
  const { hasBasePermission } = usePermissions();
  const priorityLabels = usePriorityLabels();
  const { files, state: fileState, isUploading } = useSubmissionFiles(draftId);
  const form = useRef<HTMLFormElement>(null);
  const { register, control, handleSubmit, formState, subscribe, getValues, setError, clearErrors, trigger } =
    useForm<SubmissionDetails>({
      resolver: zodResolver(session ? memberSchema : visitorSchema) as never,
      mode: 'onTouched',
      defaultValues: details,
    });
  const { errors, isValid, isSubmitting } = formState;
  const { field: priority } = useController({ control, name: 'priority' });

  const focusFirstError = useProblemFocus(() => focusFirstProblem(form.current));
  const saveDetails = useEffectEvent(() => onChange(getValues()));
  useEffect(() => subscribe({ formState: { values: true }, callback: () => saveDetails() }), [subscribe]);
  const showServerErrors = useEffectEvent(() => {
    const fields = Object.entries(serverErrors) as [DetailField, string][];
    for (const [field, message] of fields) setError(field, { type: 'server', message });
    const [first] = fields;
    const field = form.current?.querySelector<HTMLElement>(first ? `[name="${first[0]}"]` : 'input');
    if (field) field.focus();
    else focusFirstError();
  });
  // A layout effect moves the focus before the user can type into the wrong field.
  useLayoutEffect(() => showServerErrors(), []);

  const submit = handleSubmit(onSubmit);
  // A disabled button is not focusable and cannot explain itself, so a text lists the fields that are still missing.
  const requiredFieldsId = useId();
  /** Browsers do not submit a form with a disabled submit button, so Enter validates explicitly. */
  const validateOnEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.defaultPrevented)
      void trigger(undefined, { shouldFocus: true });
  };
  return (
    <div className={classes['form']}>
      {header}
      <Heading level={1}>{t('submit.details')}</Heading>
      <Form
        size="large"
        onSubmit={(event) => void submit(event)}
        onKeyDown={isValid ? undefined : validateOnEnter}
        ref={form}
      >
        <TextField
          {...register('title')}
          label={t('submit.taskTitle')}
          error={readError(errors.title, t('submit.titleRequired'))}
          maxLength={limits.taskTitleMaxLength}
        />
        {taskTextNames
          .filter((name) => isTaskTextReadable(name, hasBasePermission ? 'member' : 'author'))
          .map((name) => (
            <TaskTextInput
              key={name}
              {...register(name)}
              name={name}
              error={readError(errors[name], undefined)}
            />
          ))}
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
        <FileFields files={files} state={fileState} />
        {isValid && isUploading ? (
          <div id={requiredFieldsId}>
            <Text size="small" muted>
              {t('submit.files.wait')}
            </Text>
          </div>
        ) : null}
        {isValid ? null : <NeededFields id={requiredFieldsId} control={control} />}
        <div className={classes['actions']}>
          <Button
            type="submit"
            variant="primary"
            size="large"
            disabled={!isValid || isSubmitting || isUploading}
            aria-describedby={isValid && !isUploading ? undefined : requiredFieldsId}
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
