import { limits } from '@obieg/contracts/limits';
import { Button, Form, Notice, TextField } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { type ScenarioExpectation, useSaveScenario } from '../../workflow-check/workflow-check.api';

interface SaveScenarioProps {
  answers: Readonly<Record<string, string>>;
  expectation: ScenarioExpectation;
}

/** Saves answers and their present result by name. */
export const SaveScenario = ({ answers, expectation }: SaveScenarioProps) => {
  const t = useAdminMessages();
  const { mutate: create, isPending } = useSaveScenario(undefined);
  const [name, setName] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const save = (): void => {
    setFailure(undefined);
    setNameProblem(name.trim() === '' ? t('scenarios.nameRequired') : undefined);
    if (name.trim() === '') return;
    create(
      { body: { name, answers, ...expectation } },
      {
        onSuccess: () => {
          setName('');
          notify.success(t('scenarios.saved'));
        },
        onError: (error) => {
          if (isApiError(error) && error.code === 'NAME_TAKEN') setNameProblem(error.serverMessage);
          else setFailure(appendReason(t('scenarios.saveFailed'), error));
        },
      },
    );
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <TextField
        label={t('scenarios.name')}
        value={name}
        maxLength={limits.nameMaxLength}
        error={nameProblem}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      {/* Not FormActions, which a phone fixes to the bottom of the screen: it is not the page's main action. */}
      <div>
        <Button type="submit" loading={isPending}>
          {t('scenarios.save')}
        </Button>
      </div>
    </Form>
  );
};
