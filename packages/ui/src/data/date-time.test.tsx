import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { UiLanguage } from '../i18n/texts';
import { UiProvider } from '../provider/UiProvider';
import { DateTime } from './DateTime';
import { formatDate } from './date-format';

const twoHoursAgo = (): string => new Date(Date.now() - 2.5 * 3_600_000).toISOString();
const languages: [language: UiLanguage, relative: string][] = [
  ['mul', '2 godziny temu'],
  ['pl', '2 godziny temu'],
  ['en', '2 hours ago'],
];

describe.each(languages)('DateTime in the language %s', (language, relative) => {
  it.each(['relative', 'both'] as const)(
    'shows the relative time, and the exact one to all (%s)',
    (format) => {
      const value = twoHoursAgo();
      render(
        <UiProvider nonce="" language={language}>
          <DateTime value={value} format={format} />
        </UiProvider>,
      );
      const exact = formatDate(value, 'dateTime', language);
      const time = screen.getByTitle(exact);
      expect(time.getAttribute('datetime')).toBe(value);
      expect(time.textContent).toContain(relative);
      expect(time.textContent).toContain(exact);
    },
  );
});
