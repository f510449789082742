import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UiLanguage } from '../i18n/texts';
import { UiProvider } from '../provider/UiProvider';
import { DateTime } from './DateTime';
import { formatDate } from './date-format';
import { ListDate } from './ListDate';

const twoHoursAgo = (): string => new Date(Date.now() - 2.5 * 3_600_000).toISOString();
const languages: [language: UiLanguage, relative: string][] = [
  ['mul', '2 godziny temu'],
  ['pl', '2 godziny temu'],
  ['en', '2 hours ago'],
];

const showText = (value: string, hasTime: boolean): string | null => {
  const { container } = render(
    <UiProvider nonce="" language="pl">
      <ListDate value={value} hasTime={hasTime} />
    </UiProvider>,
  );
  return container.querySelector('time')?.textContent ?? null;
};

describe('ListDate', () => {
  it('shows only the time of a date of today', () => {
    const now = new Date().toISOString();
    for (const hasTime of [false, true]) expect(showText(now, hasTime)).toBe(formatDate(now, 'time', 'pl'));
  });

  it('shows the date of another day, with its time if that is asked for', () => {
    const value = new Date(2025, 10, 3, 7, 5).toISOString();
    expect(showText(value, false)).toBe('03.11.2025');
    expect(showText(value, true)).toBe('03.11.2025 07:05');
  });
});

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

describe('DateTime on an open page', () => {
  const start = new Date('2026-03-05T10:00:00.000Z');
  const minutesBeforeStart = (minutes: number): string =>
    new Date(start.getTime() - minutes * 60_000).toISOString();
  const showTimes = (...values: string[]) =>
    render(
      <UiProvider nonce="" language="en">
        {values.map((value) => (
          <DateTime key={value} value={value} format="both" />
        ))}
      </UiProvider>,
    );
  const readTimes = (): (string | null | undefined)[] =>
    [...document.querySelectorAll('time')].map((time) => time.lastElementChild?.textContent);
  const setVisibility = (visibility: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const passMinutes = (minutes: number): void => act(() => void vi.advanceTimersByTime(minutes * 60_000));

  beforeEach(() => void vi.useFakeTimers({ now: start }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('follows the time every minute, with one timer for all', () => {
    const timersBefore = vi.getTimerCount();
    showTimes(minutesBeforeStart(0), minutesBeforeStart(59));
    expect(readTimes()).toEqual(['now', '59 minutes ago']);
    expect(vi.getTimerCount() - timersBefore).toBe(1);
    passMinutes(1);
    expect(readTimes()).toEqual(['1 minute ago', '1 hour ago']);
    passMinutes(60);
    expect(readTimes()).toEqual(['1 hour ago', '2 hours ago']);
  });

  it('measures a later row from the time of the rows before it', () => {
    const { rerender } = showTimes(minutesBeforeStart(1));
    act(() => void vi.advanceTimersByTime(30_000));
    rerender(
      <UiProvider nonce="" language="en">
        <DateTime value={minutesBeforeStart(1)} format="both" />
        <DateTime value={minutesBeforeStart(-0.25)} format="both" />
      </UiProvider>,
    );
    expect(readTimes()).toEqual(['1 minute ago', 'now']);
  });

  it('pauses while the page is hidden, and shows the current time when it is visible again', () => {
    showTimes(minutesBeforeStart(3));
    setVisibility('hidden');
    passMinutes(10);
    expect(readTimes()).toEqual(['3 minutes ago']);
    setVisibility('visible');
    expect(readTimes()).toEqual(['13 minutes ago']);
    passMinutes(1);
    expect(readTimes()).toEqual(['14 minutes ago']);
  });

  it('stops the clock when the last time disappears', () => {
    const timersBefore = vi.getTimerCount();
    const { unmount } = showTimes(minutesBeforeStart(3));
    unmount();
    expect(vi.getTimerCount()).toBe(timersBefore);
  });
});
