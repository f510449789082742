import { Button, Notice, Spinner } from '@obieg/ui';
import { useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { type CsvForm, FileError, type FilePreview, guessForm, readPreview } from './read-csv';
import classes from './task-import.module.css';

export interface OpenedFile {
  file: File;
  form: CsvForm;
  preview: FilePreview;
}

/** Says why a file cannot be read. Other failures are no fault of the file. */
export const describeFileError = (error: unknown): string =>
  `import.fileProblems.${error instanceof FileError ? error.problem : 'unreadable'}`;

/** Chooses a file, with a button or by dropping it. */
export const FileStep = ({ onOpen }: { onOpen: (opened: OpenedFile) => void }) => {
  const t = useTaskMessages();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure(undefined);
    setIsReading(true);
    try {
      const form = await guessForm(file);
      onOpen({ file, form, preview: await readPreview(file, form) });
    } catch (error) {
      setFailure(t(describeFileError(error)));
      setIsReading(false);
    }
  };
  return (
    <>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button inside */}
      <div
        className={classes['drop']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void open(event.dataTransfer.files[0]);
        }}
      >
        <p>{t('import.dropHere')}</p>
        <Button variant="primary" icon="upload" loading={isReading} onClick={() => input.current?.click()}>
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            // Without a reset, choosing the same file again fires no change event.
            currentTarget.value = '';
          }}
        />
        {isReading ? <Spinner label={t('import.reading')} /> : null}
      </div>
    </>
  );
};
