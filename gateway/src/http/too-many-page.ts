import { createHash } from 'node:crypto';
import type { Language } from '@obieg/contracts';

const texts = {
  en: {
    title: 'Too many requests',
    reason: 'Too many requests came from your network, or to this address.',
    advice: (seconds: number) => `Please open the page again in ${seconds} s.`,
  },
  pl: {
    title: 'Zbyt wiele żądań',
    reason: 'Z Twojej sieci albo na ten adres przyszło zbyt wiele żądań.',
    advice: (seconds: number) => `Otwórz stronę ponownie za ${seconds} s.`,
  },
};

/** The shell's look without its files, which may be limited, too. */
const style = [
  ':root{color-scheme:light dark;--ground:#f6f7fc;--card:#fff;--line:#dfe2ee;--text:#16192c;--muted:#565d7a}',
  '@media (prefers-color-scheme:dark){:root{--ground:#0e111d;--card:#171b2a;--line:#2c3248;--text:#eef0fa;--muted:#a7aec8}}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--muted);',
  'font:16px/1.5 system-ui,sans-serif}',
  'main{box-sizing:border-box;width:min(26rem,100vw - 2rem);padding:1.5rem;background:var(--card);',
  'border:1px solid var(--line);border-radius:12px}',
  'h1{margin:0 0 .75rem;font-size:1.375rem;color:var(--text)}p{margin:.25rem 0 0}',
].join('');

/** Content policy of the page: its own style and nothing else. */
export const tooManyPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether the client shows the response itself. Calls of scripts do not accept HTML. */
export const acceptsPage = (acceptHeader: string): boolean => /\btext\/html\b/.test(acceptHeader);

/** A rejected page, which names the time to wait. */
export const renderTooManyPage = (requested: Language, seconds: number): string => {
  const language = requested === 'pl' ? 'pl' : 'en';
  const { title, reason, advice } = texts[language];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>Obieg - ${title}</title>` +
    `<style>${style}</style></head>` +
    `<body><main><h1>${title}</h1><p>${reason}</p><p>${advice(seconds)}</p></main></body></html>`
  );
};
