/** A mail as it waits in the queue. */
export interface Mail {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );

/** The mail of an invitation; the organization's name is its administrators' text and is shown as text. */
export const invitationMail = ({
  email,
  organizationName,
  link,
}: {
  email: string;
  organizationName: string;
  link: string;
}): Mail => ({
  recipient: email,
  subject: `Zaproszenie do organizacji ${organizationName.replace(/[\r\n]+/g, ' ')}`,
  body_text: `Dzień dobry,\n\nmasz dostęp do organizacji ${organizationName} w systemie Obieg.\n\n${link}\n\nOdnośnik do ustawienia hasła jest ważny 7 dni.\n`,
  body_html: `<!doctype html><html lang="pl"><body><p>Dzień dobry,</p><p>masz dostęp do organizacji <strong>${escapeHtml(organizationName)}</strong> w systemie Obieg.</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>Odnośnik do ustawienia hasła jest ważny 7 dni.</p></body></html>`,
});

/** The mail of a code. */
export const codeMail = ({
  email,
  code,
  minutes,
}: {
  email: string;
  code: string;
  minutes: number;
}): Mail => ({
  recipient: email,
  subject: `${code} - kod weryfikacyjny`,
  body_text: `Dzień dobry,\n\nkod weryfikacyjny w systemie Obieg: ${code}\n\nJest ważny ${minutes} minut. Jeśli to nie Ty o niego prosisz, nic nie musisz robić.\n`,
  body_html: `<!doctype html><html lang="pl"><body><p>Dzień dobry,</p><p>kod weryfikacyjny w systemie Obieg:</p><p style="font-size:24px"><strong>${code}</strong></p><p>Jest ważny ${minutes} minut. Jeśli to nie Ty o niego prosisz, nic nie musisz robić.</p></body></html>`,
});

const note = (email: string, subject: string, text: string): Mail => ({
  recipient: email,
  subject,
  body_text: `Dzień dobry,\n\n${text}\n`,
  body_html: `<!doctype html><html lang="pl"><body><p>Dzień dobry,</p><p>${escapeHtml(text)}</p></body></html>`,
});

/** Tells the owner of an account that somebody came in by a code. */
export const signedInByCodeMail = ({ email }: { email: string }): Mail =>
  note(
    email,
    'Logowanie kodem',
    'Na Twoje konto w systemie Obieg zalogowano się kodem z wiadomości. Jeśli to nie Ty, ustaw nowe hasło.',
  );

/** Tells the owner of an account that its password is a new one. */
export const passwordChangedMail = ({ email }: { email: string }): Mail =>
  note(
    email,
    'Hasło zostało zmienione',
    'Hasło do Twojego konta w systemie Obieg zostało zmienione, a wszystkie sesje zakończone. Jeśli to nie Ty, ustaw nowe hasło.',
  );
