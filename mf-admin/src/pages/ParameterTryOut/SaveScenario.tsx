import { limits } from '@obieg/contracts/limits';
import { Button, Form, TextField } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import * as z from 'zod';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { type ScenarioExpectation, useSaveScenario } from '../../workflow-check/workflow-check.api';

interface SaveScenarioProps {
  answers: Readonly<Record<string, string>>;
  expectation: ScenarioExpectation;
}

const schema = z.object({ name: z.string().refine((name) => name.trim() !== '') });

/** Saves answers and their present result by name. */
export const SaveScenario = ({ answers, expectation }: SaveScenarioProps) => {
  const t = useAdminMessages();
  const { mutateAsync } = useSaveScenario(undefined);
  const form = useSaveForm({
    schema,
    defaultValues: { name: '' },
    send: ({ name }) => mutateAsync({ body: { name, answers, ...expectation } }),
    onSaved: () => {
      form.form.reset();
      notify.success(t('scenarios.saved'));
    },
    findFieldProblems: (error) =>
      isApiError(error) && error.code === 'NAME_TAKEN' && error.serverMessage !== undefined
        ? [{ field: 'name', message: error.serverMessage }]
        : [],
  });
  const { register, formState } = form.form;
  const { name: problem } = formState.errors;
  return (
    <Form {...form.formProps}>
      <FormFailure form={form} describe={(error) => appendReason(t('scenarios.saveFailed'), error)} />
      <TextField
        {...register('name')}
        label={t('scenarios.name')}
        maxLength={limits.nameMaxLength}
        error={problem?.type === 'server' ? problem.message : problem && t('scenarios.nameRequired')}
        autoComplete="off"
      />
      {/* Not FormActions, which a phone fixes to the bottom of the screen: it is not the page's main action. */}
      <div>
        <Button type="submit" loading={form.isSaving}>
          {t('scenarios.save')}
        </Button>
      </div>
    </Form>
  );
};
