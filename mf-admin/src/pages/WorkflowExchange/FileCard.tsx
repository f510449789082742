import { Button, Card, Notice, Text } from '@obieg/ui';
import { useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import type { ImportSource } from './import-source';
import { type ReadFile, readJsonFile } from './read-json-file';
import classes from './workflow-exchange.module.css';

/** Chooses a file to import. Nothing changes before the preview is confirmed. */
export const FileCard = ({ onChoose }: { onChoose: (source: ImportSource) => void }) => {
  const t = useAdminMessages();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReadFile['problem']>();
  const choose = async (file: File): Promise<void> => {
    const read = await readJsonFile(file);
    setProblem(read.problem);
    if (read.problem === undefined) onChoose({ name: file.name, file: read.value });
  };
  return (
    <Card title={t('workflowExchange.file.title')}>
      <div className={classes['stack']}>
        <Text>{t('workflowExchange.file.text')}</Text>
        {problem ? <Notice tone="danger">{t(`workflowExchange.file.${problem}`)}</Notice> : null}
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label={t('workflowExchange.file.button')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void choose(file);
            // Choosing the same file again is a change, too: it may have been corrected.
            currentTarget.value = '';
          }}
        />
        <div>
          <Button icon="upload" onClick={() => input.current?.click()}>
            {t('workflowExchange.file.button')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
