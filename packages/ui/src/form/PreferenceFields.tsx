import type { UiLanguage } from '../i18n/texts';
import { type ColorScheme, useColorScheme } from '../provider/color-scheme';
import { useUiTexts } from '../provider/ui-context';
import { SelectField } from './SelectField';

export interface PreferenceFieldsProps {
  language: UiLanguage;
  onLanguageChange: (language: UiLanguage) => void;
}

/** Language and appearance. Both apply at once and are kept in this browser. */
export const PreferenceFields = ({ language, onLanguageChange }: PreferenceFieldsProps) => {
  const texts = useUiTexts();
  const { colorScheme, setColorScheme } = useColorScheme();
  return (
    <>
      <SelectField
        label={texts.language}
        value={language}
        onChange={(event) => onLanguageChange(event.target.value as UiLanguage)}
        options={[
          { value: 'mul', label: texts.languageMixed },
          { value: 'pl', label: 'Polski' },
          { value: 'en', label: 'English' },
        ]}
      />
      <SelectField
        label={texts.theme}
        value={colorScheme}
        onChange={(event) => setColorScheme(event.target.value as ColorScheme)}
        options={[
          { value: 'auto', label: texts.themeAuto },
          { value: 'light', label: texts.themeLight },
          { value: 'dark', label: texts.themeDark },
        ]}
      />
    </>
  );
};
