import type { PeopleImportField } from '@obieg/contracts';
import { type FieldHeadings, foldHeading, mapHeadings } from '@obieg/ui/csv-import';

export const presetNames = ['list', 'jira', 'redmine', 'zammad'] as const;
export type PresetName = (typeof presetNames)[number];

interface Preset {
  /** Headings that only files of this application have, any of each list. */
  marks: readonly (readonly string[])[];
  headings: FieldHeadings<PeopleImportField>;
}

const email = [
  'E-mail',
  'Email',
  'E-mail address',
  'Email address',
  'Adres e-mail',
  'E-Mail-Adresse',
  'Mail',
];
const firstName = ['First name', 'Firstname', 'Given name', 'Imię', 'Vorname'];
const lastName = ['Last name', 'Lastname', 'Surname', 'Nazwisko', 'Nachname'];

/** Headings in English, Polish and German. Roles and groups of other applications have other names than ours. */
const presets: Record<PresetName, Preset> = {
  list: {
    marks: [],
    headings: {
      email,
      firstName,
      lastName,
      username: ['Username', 'Login', 'Nazwa użytkownika', 'Benutzername', 'Anmeldename'],
      displayName: ['Name', 'Full name', 'Display name', 'Imię i nazwisko', 'Nazwa', 'Anzeigename'],
      roles: ['Role', 'Roles', 'Rola', 'Rolle', 'Rollen'],
      groups: ['Group', 'Groups', 'Grupa', 'Grupy', 'Gruppe', 'Gruppen'],
      invitation: ['Invitation', 'Invite', 'Zaproszenie', 'Einladung'],
    },
  },
  jira: {
    marks: [['User id'], ['User status']],
    headings: { email, displayName: ['User name'] },
  },
  redmine: {
    marks: [
      ['Login', 'Identyfikator', 'Mitgliedsname'],
      ['Last connection', 'Ostatnie połączenie', 'Letzte Anmeldung'],
    ],
    headings: { email, firstName, lastName, username: ['Login', 'Identyfikator', 'Mitgliedsname'] },
  },
  zammad: {
    marks: [['Login'], ['Firstname'], ['Organization', 'Out of office']],
    headings: { email, firstName, lastName, username: ['Login'] },
  },
};

/** Finds the application of a file; a plain list if none fits. */
export const guessPreset = (headings: readonly string[]): PresetName => {
  const present = new Set(headings.map(foldHeading));
  const isOf = ({ marks }: Preset): boolean =>
    marks.length > 0 && marks.every((names) => names.some((name) => present.has(foldHeading(name))));
  return presetNames.find((name) => isOf(presets[name])) ?? 'list';
};

/** Maps the columns of a file of this application. */
export const mapColumns = (headings: readonly string[], preset: PresetName): string[] =>
  mapHeadings(headings, presets[preset].headings);
