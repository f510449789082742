import { Button, Notice, Spinner } from '@obieg/ui';
import { useRef, useState } from 'react';
import classes from './csv-import.module.css';
import { describeFileError } from './describe-file-error';
import { type CsvForm, type FilePreview, guessForm, readPreview } from './read-csv';
import { type ImportLanguage, importTexts } from './texts';

export interface OpenedFile {
  file: File;
  form: CsvForm;
  preview: FilePreview;
}

interface FileStepProps {
  language: ImportLanguage;
  onOpen: (opened: OpenedFile) => void;
}

/** Chooses a file, with a button or by dropping it. */
export const FileStep = ({ language, onOpen }: FileStepProps) => {
  const texts = importTexts[language];
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
      setFailure(describeFileError(error, language));
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
        <p>{texts.dropHere}</p>
        <Button variant="primary" icon="upload" loading={isReading} onClick={() => input.current?.click()}>
          {texts.choose}
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
        {isReading ? <Spinner label={texts.reading} /> : null}
      </div>
    </>
  );
};
