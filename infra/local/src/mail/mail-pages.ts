import type { Mail } from './mail-store';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.3rem; }
ul { list-style: none; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt, .quiet { color: color-mix(in srgb, currentColor 75%, transparent); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { background: #fff; border: 1px solid #8888; height: 28rem; width: 100%; }
`;

const page = (title: string, body: string, refreshSeconds?: number): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<style>${style}</style></head><body><main>${body}</main></body></html>`;

const people = (addresses: Mail['To']): string =>
  escapeHtml(addresses.map(({ Name, Address }) => (Name ? `${Name} <${Address}>` : Address)).join(', '));

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.replace('T', ' ').replace(/\..*/, '')} UTC</time>`;

export const renderMailList = (mails: readonly Mail[]): string => {
  const rows = mails
    .slice(0, 200)
    .map(
      (mail) =>
        `<li><a href="/view/${mail.ID}">${escapeHtml(mail.Subject || '(no subject)')}</a><br><span class="quiet">to ${people(mail.To)}, ${time(mail.Date)}</span></li>`,
    )
    .join('');
  const content = rows ? `<ul>${rows}</ul>` : '<p>No mails yet.</p>';
  return page(
    `Mail inbox (${mails.length})`,
    `<h1>Mail inbox (${mails.length})</h1><p class="quiet">This inbox receives all mails of this installation. None is delivered to its real address.</p>${content}`,
    5,
  );
};

/** Converts URLs in plain text to links and escapes the rest. */
const linkify = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

export const renderMail = (mail: Mail): string =>
  page(
    mail.Subject,
    `<p><a href="/">All mails</a></p><h1>${escapeHtml(mail.Subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${people([mail.From])}</dd><dt>To</dt><dd>${people(mail.To)}</dd><dt>Arrived</dt><dd>${time(mail.Date)}</dd></dl>
${mail.HTML ? `<iframe title="Content of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/view/${mail.ID}/html"></iframe>` : ''}
${mail.Text ? `<h2>Text</h2><pre>${linkify(mail.Text)}</pre>` : ''}`,
  );

export const renderNotFound = (): string =>
  page('Not found', '<h1>Not found</h1><p><a href="/">All mails</a></p>');

/** HTML of the mail for the sandboxed frame. Links open in a new tab. */
export const renderMailFrame = (mail: Mail): string => `<base target="_blank">${mail.HTML}`;
