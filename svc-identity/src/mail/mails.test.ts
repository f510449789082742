import { describe, expect, it } from 'vitest';
import {
  codeMail,
  firstPasswordMail,
  integrationTokenMail,
  invitationMail,
  passwordChangedMail,
  rolesChangedMail,
  signedInByCodeMail,
} from './mails';

const email = 'jan@acme.test';
const values: Parameters<typeof invitationMail>[1] = {
  organizationName: 'Acme',
  inviterName: 'anna',
  roles: ['OPERATOR'],
  link: 'https://acme.example.com/login',
  hasPassword: true,
};

const roleChange: Parameters<typeof rolesChangedMail>[1] = {
  organizationName: 'Acme\r\nBcc: x@y.test',
  actorName: 'anna',
  rolesBefore: ['MEMBER'],
  roles: ['OPERATOR', 'REPORTER'],
  link: 'https://acme.example.com/login',
};

const tokenValues: Parameters<typeof integrationTokenMail>[1] = {
  organizationName: 'Acme',
  integrationName: 'Monitoring\r\nBcc: x@y.test',
  actorName: 'anna',
  name: '<b>Czujniki</b>',
  scopes: ['tasks:read', 'tasks:write'],
  link: 'https://acme.example.com/connections/integrations/7',
};

describe('mails', () => {
  it('use the requested language, Polish by default', () => {
    const subjects = (['pl', 'en', 'mul'] as const).map((language) => [
      codeMail({ email, language }, { code: '012345', minutes: 10 }).subject,
      invitationMail({ email, language }, values).subject,
      signedInByCodeMail({ email, language }).subject,
      passwordChangedMail({ email, language }).subject,
      firstPasswordMail({ email, language }).subject,
      rolesChangedMail({ email, language }, roleChange).subject,
    ]);
    const polish = [
      '012345 - kod weryfikacyjny',
      'Zaproszenie do organizacji Acme',
      'Logowanie kodem',
      'Hasło zostało zmienione',
      'Hasło zostało ustawione',
      'Zmiana ról w organizacji Acme Bcc: x@y.test',
    ];
    expect(subjects).toEqual([
      polish,
      [
        '012345 - verification code',
        'Invitation to Acme',
        'Signed in by code',
        'Your password was changed',
        'Your password was set',
        'Your roles in Acme Bcc: x@y.test changed',
      ],
      polish,
    ]);
  });

  it('have the same content in text and HTML', () => {
    const mail = invitationMail({ email, language: 'pl' }, { ...values, hasPassword: false });
    expect(mail.body_text).toBe(
      [
        'Dzień dobry,',
        '',
        'anna zaprasza Cię do organizacji Acme w systemie Obieg.',
        '',
        'Twoja rola: Operator.',
        '',
        'https://acme.example.com/login',
        '',
        'Odnośnik do ustawienia hasła jest ważny 7 dni i działa jeden raz.',
        '',
        '-- ',
        'Wiadomość wysłana automatycznie przez system Obieg. Prosimy na nią nie odpowiadać.',
        '',
      ].join('\n'),
    );
    for (const line of mail.body_text.split('\n').filter((text) => text.trim() && text !== '-- '))
      expect(mail.body_html).toContain(line);
    expect(mail.body_html).toContain('<html lang="pl">');
    expect(codeMail({ email, language: 'en' }, { code: '012345', minutes: 10 })).toMatchObject({
      body_text: expect.stringContaining('\n    012345\n'),
      body_html: expect.stringContaining('>012345</p>'),
    });
  });

  it('name the inviter and all roles', () => {
    const roles: typeof values.roles = ['ORG_ADMIN', 'REPORTER'];
    const read = (language: 'pl' | 'en') =>
      invitationMail({ email, language }, { ...values, roles }).body_text;
    expect(read('pl')).toContain('anna zaprasza Cię do organizacji Acme');
    expect(read('pl')).toContain('Twoje role: Administrator organizacji, Zgłaszający.');
    expect(read('en')).toContain('anna invites you to the organization Acme');
    expect(read('en')).toContain('Your roles: Organization administrator, Reporter.');
  });

  it('show names as text on one line', () => {
    const organizationName = 'Zła <img src=x onerror=alert(1)>"\'&\r\nBcc: ofiara@x.test\u2028\u202edalej';
    const inviterName = 'ewa\r\n<b>https://x.test</b>';
    const mail = invitationMail({ email, language: 'pl' }, { ...values, organizationName, inviterName });
    expect(mail.body_text).toContain('\newa <b>https://x.test</b> zaprasza Cię');
    expect(mail.body_html).toContain('ewa &lt;b&gt;https://x.test&lt;/b&gt; zaprasza');
    expect(mail.subject).toBe(
      'Zaproszenie do organizacji Zła <img src=x onerror=alert(1)>"\'& Bcc: ofiara@x.test dalej',
    );
    expect(mail.body_html).not.toMatch(/<img|"'/);
    expect(mail.body_html).toContain('Zła &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Bcc:');
    expect(mail.body_text).not.toContain('\nBcc');
  });

  it('name a new token of an integration, what it allows and who created it', () => {
    const mail = integrationTokenMail({ email, language: 'pl' }, tokenValues);
    expect(mail.subject).toBe('Nowy token API integracji Monitoring Bcc: x@y.test');
    expect(mail.body_text).toContain('anna tworzy token API „<b>Czujniki</b>” integracji Monitoring');
    expect(mail.body_text).toContain('Na co pozwala: Zadania: odczyt, Zadania: zmiany.');
    expect(mail.body_text).toContain(tokenValues.link);
    expect(mail.body_html).toContain('&lt;b&gt;Czujniki&lt;/b&gt;');
  });

  it('do not evaluate template code in a name', () => {
    const organizationName = '<%= it.link.address %><%~ process.env %>';
    const { body_text, subject } = invitationMail({ email, language: 'en' }, { ...values, organizationName });
    expect(subject).toBe(`Invitation to ${organizationName}`);
    expect(body_text).toContain(`organization ${organizationName} in Obieg`);
  });
});
