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

/** Whether the client shows the response itself. Calls of scripts do not accept HTML. */
export const acceptsPage = (acceptHeader: string): boolean => /\btext\/html\b/.test(acceptHeader);

/** A rejected page, which names the time to wait. */
export const renderTooManyPage = (requested: Language, seconds: number): string => {
  const language = requested === 'pl' ? 'pl' : 'en';
  const { title, reason, advice } = texts[language];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>Obieg - ${title}</title></head>` +
    `<body><main><h1>${title}</h1><p>${reason}</p><p>${advice(seconds)}</p></main></body></html>`
  );
};
