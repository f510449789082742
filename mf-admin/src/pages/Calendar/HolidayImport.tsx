import type { HolidayList } from '@obieg/contracts';
import { Button, FieldGroup, Notice, NumberField, SelectField, Text } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { getRejectionReason } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { useHolidayCountries, useHolidayFile, usePublicHolidays } from './holidays.api';

interface HolidayImportProps {
  /** Takes the found holidays over. Returns how many are new. */
  onFound: (holidays: HolidayList['holidays']) => number;
}

const maxFileBytes = 1024 * 1024;

/** Adds holidays of a country or of a file to the form. Nothing is saved before the form is. */
export const HolidayImport = ({ onFound }: HolidayImportProps) => {
  const t = useAdminMessages();
  const thisYear = new Date().getFullYear();
  const [years, setYears] = useState({ fromYear: String(thisYear), untilYear: String(thisYear + 1) });
  const [place, setPlace] = useState({ country: '', region: '' });
  const [result, setResult] = useState<{ text: string; isFailure: boolean }>();
  const countries = useHolidayCountries();
  const byCountry = usePublicHolidays();
  const byFile = useHolidayFile();
  const input = useRef<HTMLInputElement>(null);
  const regions = countries.data?.find(({ code }) => code === place.country)?.regions ?? [];
  const asked = { fromYear: Number(years.fromYear), untilYear: Number(years.untilYear) };
  const callbacks = {
    onSuccess: ({ holidays, unreadEvents }: HolidayList): void => {
      const found = t('calendar.found', { count: onFound(holidays) });
      const unread =
        unreadEvents.length > 0 ? ` ${t('calendar.unread', { names: unreadEvents.join(', ') })}` : '';
      setResult({ text: found + unread, isFailure: false });
    },
    onError: (error: unknown): void =>
      setResult({ text: getRejectionReason(error) ?? t('calendar.importFailed'), isFailure: true }),
  };
  const readFile = (file: File): void => {
    if (file.size > maxFileBytes) setResult({ text: t('calendar.fileTooLarge'), isFailure: true });
    else byFile.mutate({ file, ...asked }, callbacks);
  };
  return (
    <FieldGroup legend={t('calendar.import')} help={t('calendar.importHelp')}>
      <FieldPair>
        <NumberField
          label={t('calendar.fromYear')}
          value={years.fromYear}
          onChange={({ target }) => setYears({ ...years, fromYear: target.value })}
        />
        <NumberField
          label={t('calendar.untilYear')}
          value={years.untilYear}
          onChange={({ target }) => setYears({ ...years, untilYear: target.value })}
        />
      </FieldPair>
      <FieldPair>
        <SelectField
          label={t('calendar.country')}
          placeholder={t('calendar.chooseCountry')}
          value={place.country}
          options={(countries.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={({ target }) => setPlace({ country: target.value, region: '' })}
        />
        {regions.length > 0 ? (
          <SelectField
            label={t('calendar.region')}
            placeholder={t('calendar.wholeCountry')}
            value={place.region}
            options={regions.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={({ target }) => setPlace({ ...place, region: target.value })}
          />
        ) : null}
      </FieldPair>
      <FieldPair>
        <Button
          icon="add"
          loading={byCountry.isPending}
          disabled={place.country === ''}
          onClick={() =>
            byCountry.mutate(
              { ...asked, country: place.country, region: place.region || undefined },
              callbacks,
            )
          }
        >
          {t('calendar.addPublic')}
        </Button>
        <Button icon="upload" loading={byFile.isPending} onClick={() => input.current?.click()}>
          {t('calendar.addFile')}
        </Button>
      </FieldPair>
      <input
        ref={input}
        type="file"
        accept="text/calendar,.ics"
        hidden
        aria-label={t('calendar.addFile')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) readFile(file);
          // Choosing the same file again is a change, too: it may have been corrected.
          currentTarget.value = '';
        }}
      />
      {result?.isFailure ? <Notice tone="danger">{result.text}</Notice> : null}
      <Text aria-live="polite">{result && !result.isFailure ? result.text : null}</Text>
    </FieldGroup>
  );
};
