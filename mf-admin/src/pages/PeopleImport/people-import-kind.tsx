import { type PeopleImportField, peopleImportFields } from '@obieg/contracts';
import { Button } from '@obieg/ui';
import type { ImportKind } from '@obieg/ui/csv-import';
import { describeError, saveFile, type Translate, useLanguage } from '@obieg/web-kit';
import { useState } from 'react';
import { useImportPeople } from '../../api/people-import.api';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { MemberChoices, type PeopleImportSettings } from './MemberChoices';
import { guessPreset, mapColumns, type PresetName, presetNames } from './people-columns';

type Kind = ImportKind<PeopleImportSettings>;

const createOutcomes = (t: Translate): Kind['outcomes'] => [
  {
    id: 'CREATED',
    isChange: true,
    describe: (count, isDryRun) => t(`peopleImport.${isDryRun ? 'toCreate' : 'created'}`, { count }),
  },
  {
    id: 'CHANGED',
    isChange: true,
    describe: (count, isDryRun) => t(`peopleImport.${isDryRun ? 'toChange' : 'changed'}`, { count }),
  },
  { id: 'UNCHANGED', isChange: false, describe: (count) => t('peopleImport.unchanged', { count }) },
];

/** How people are imported. */
export const usePeopleImportKind = (): Kind => {
  const t = useAdminMessages();
  const send = useImportPeople();
  const [settings, setSettings] = useState<PeopleImportSettings>({
    roles: ['MEMBER'],
    sendsInvitations: true,
    changesMembers: false,
  });
  return {
    language: useLanguage() === 'pl' ? 'pl' : 'en',
    presets: presetNames.map((value) => ({ value, label: t(`peopleImport.presets.${value}`) })),
    fields: peopleImportFields.map((field) => ({ value: field, label: t(`peopleImport.fields.${field}`) })),
    guessPreset,
    mapColumns: (headings, preset) => mapColumns(headings, preset as PresetName),
    renderSettings: () => (
      <MemberChoices
        value={settings}
        onChange={(changes) => setSettings((current) => ({ ...current, ...changes }))}
      />
    ),
    findProblem: ({ targets }) => (targets.includes('email') ? undefined : t('peopleImport.addressNeeded')),
    readSettings: () => settings,
    outcomes: createOutcomes(t),
    send: ({ columns, rows }, { settings: chosen, isDryRun, signal }) =>
      send(
        {
          mapping: columns.map(({ heading, target }) => ({ heading, field: target as PeopleImportField })),
          rows: [...rows],
          ...chosen,
        },
        { isDryRun, signal },
      ),
    describeFailure: describeError,
    saveFile,
    renderLeaveGuard: ({ hasChanges, title, text }) => (
      <UnsavedChangesDialog
        hasChanges={hasChanges}
        texts={{ title, question: text, stay: t('peopleImport.stay') }}
      />
    ),
    doneAction: (
      <Button icon="users" to="/users">
        {t('peopleImport.toList')}
      </Button>
    ),
  };
};
