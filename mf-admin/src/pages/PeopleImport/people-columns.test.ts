import { describe, expect, it } from 'vitest';
import { guessPreset, mapColumns } from './people-columns';

const read = (headings: string) => {
  const columns = headings.split(',');
  const preset = guessPreset(columns);
  return [preset, ...mapColumns(columns, preset)];
};

describe('the columns of a file of people', () => {
  it.each([
    ['Email,First name,Last name,Role,Groups', 'list', ['email', 'firstName', 'lastName', 'roles', 'groups']],
    [
      'Adres e-mail,Imię i nazwisko,Rola,Zaproszenie',
      'list',
      ['email', 'displayName', 'roles', 'invitation'],
    ],
    ['E-Mail-Adresse,Vorname,Nachname,Gruppen', 'list', ['email', 'firstName', 'lastName', 'groups']],
    ['User id,User name,email,User status', 'jira', ['', 'displayName', 'email', '']],
    [
      'Login,First name,Last name,Email,Administrator,Last connection',
      'redmine',
      ['username', 'firstName', 'lastName', 'email', '', ''],
    ],
    [
      'id,login,firstname,lastname,email,organization,roles',
      'zammad',
      ['', 'username', 'firstName', 'lastName', 'email', '', ''],
    ],
  ])('are recognized: %s', (headings, preset, targets) => {
    expect(read(headings)).toEqual([preset, ...targets]);
  });
});
