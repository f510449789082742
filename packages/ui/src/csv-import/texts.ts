/** Language of the page. The specification's mix is Polish on some pages and English on others. */
export type ImportLanguage = 'pl' | 'en';

interface ImportTexts {
  step: (number: number, total: number, name: string) => string;
  steps: Record<'file' | 'columns' | 'check' | 'import', string>;
  dropHere: string;
  choose: string;
  reading: string;
  fileProblems: Record<'empty' | 'notCsv' | 'damaged' | 'unreadable', string>;
  form: string;
  preset: string;
  encoding: string;
  delimiter: string;
  delimiters: Record<',' | ';' | '\t' | '|', string>;
  columns: string;
  unnamedColumn: (number: number) => string;
  ignored: string;
  fieldTwice: (field: string) => string;
  back: string;
  check: string;
  toColumns: string;
  dryRun: Record<'running' | 'stopped' | 'done', string>;
  run: Record<'running' | 'stopped' | 'done', string>;
  refused: (count: number) => string;
  row: string;
  column: string;
  problem: string;
  problems: string;
  saveRefused: string;
  refusedFile: string;
  failed: (reason: string) => string;
  stop: string;
  continue: string;
  start: (count: number) => string;
  another: string;
  leaveTitle: string;
  leaveText: string;
  unstorable: string;
  rowTooLarge: string;
}

export const importTexts: Record<ImportLanguage, ImportTexts> = {
  pl: {
    step: (number, total, name) => `Krok ${number} z ${total}: ${name}`,
    steps: { file: 'Plik', columns: 'Kolumny', check: 'Sprawdzenie', import: 'Import' },
    dropHere: 'Upuść tu plik CSV albo wybierz go z dysku.',
    choose: 'Wybierz plik',
    reading: 'Czytam plik',
    fileProblems: {
      empty: 'Plik nie ma nagłówków i wierszy.',
      notCsv: 'To nie jest plik CSV. Zapisz arkusz jako CSV.',
      damaged: 'Plik jest uszkodzony: cudzysłów nie został zamknięty.',
      unreadable: 'Nie udało się odczytać pliku. Wybierz go ponownie.',
    },
    form: 'Postać pliku',
    preset: 'Pochodzenie',
    encoding: 'Kodowanie',
    delimiter: 'Separator',
    delimiters: { ',': 'Przecinek (,)', ';': 'Średnik (;)', '\t': 'Tabulator', '|': 'Kreska (|)' },
    columns: 'Kolumny',
    unnamedColumn: (number) => `Kolumna ${number}`,
    ignored: 'Pomiń',
    fieldTwice: (field) => `Dwie kolumny mają to samo pole: ${field}.`,
    back: 'Wybierz inny plik',
    check: 'Sprawdź',
    toColumns: 'Zmień kolumny',
    dryRun: {
      running: 'Sprawdzanie trwa',
      stopped: 'Sprawdzanie zatrzymane.',
      done: 'Sprawdzono cały plik. Nic nie zostało jeszcze zapisane.',
    },
    run: {
      running: 'Import trwa',
      stopped: 'Import zatrzymany. To, co zostało zapisane, zostaje.',
      done: 'Import zakończony.',
    },
    refused: (count) => `Odrzucone: ${count}`,
    row: 'Wiersz',
    column: 'Kolumna',
    problem: 'Problem',
    problems: 'Problemy',
    saveRefused: 'Zapisz odrzucone wiersze',
    refusedFile: 'odrzucone-wiersze',
    failed: (reason) => `Praca została przerwana. ${reason}`,
    stop: 'Zatrzymaj',
    continue: 'Kontynuuj',
    start: (count) => `Importuj (${count})`,
    another: 'Importuj inny plik',
    leaveTitle: 'Import trwa',
    leaveText: 'Jeśli opuścisz tę stronę, import się zatrzyma. To, co zostało zapisane, zostanie.',
    unstorable: 'Wiersz zawiera znaki, których nie można zapisać',
    rowTooLarge: 'Wiersz jest większy niż 200 KB',
  },
  en: {
    step: (number, total, name) => `Step ${number} of ${total}: ${name}`,
    steps: { file: 'File', columns: 'Columns', check: 'Check', import: 'Import' },
    dropHere: 'Drop a CSV file here, or choose one.',
    choose: 'Choose a file',
    reading: 'Reading the file',
    fileProblems: {
      empty: 'The file has no headings and rows.',
      notCsv: 'This is no CSV file. Save the spreadsheet as CSV.',
      damaged: 'The file is damaged: a quote is not closed.',
      unreadable: 'The file could not be read. Choose it again.',
    },
    form: 'Form of the file',
    preset: 'Origin',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    delimiters: { ',': 'Comma (,)', ';': 'Semicolon (;)', '\t': 'Tab', '|': 'Bar (|)' },
    columns: 'Columns',
    unnamedColumn: (number) => `Column ${number}`,
    ignored: 'Ignore',
    fieldTwice: (field) => `Two columns have the same field: ${field}.`,
    back: 'Choose another file',
    check: 'Check',
    toColumns: 'Change the columns',
    dryRun: {
      running: 'The check is running',
      stopped: 'The check was stopped.',
      done: 'The whole file was checked. Nothing has been saved yet.',
    },
    run: {
      running: 'The import is running',
      stopped: 'The import was stopped. What was saved stays.',
      done: 'The import is complete.',
    },
    refused: (count) => `Refused: ${count}`,
    row: 'Row',
    column: 'Column',
    problem: 'Problem',
    problems: 'Problems',
    saveRefused: 'Save the refused rows',
    refusedFile: 'refused-rows',
    failed: (reason) => `The work was interrupted. ${reason}`,
    stop: 'Stop',
    continue: 'Continue',
    start: (count) => `Import (${count})`,
    another: 'Import another file',
    leaveTitle: 'The import is running',
    leaveText: 'If you leave this page, the import stops. What was saved stays.',
    unstorable: 'The row contains characters that cannot be stored',
    rowTooLarge: 'The row is larger than 200 KB',
  },
};
