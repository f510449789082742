import { type CsvDelimiter, taskExportMax } from '@obieg/contracts';
import { Button, CheckboxField, Form, Notice, SelectField, Stack } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { describeError, http, isApiError, notify, saveFile, useLanguage } from '@obieg/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';
import { toListQuery } from '../task-list.api';
import type { ListState } from '../use-list-state';
import classes from './export.module.css';
import { readExport } from './read-export';

interface Choice {
  columns: 'list' | 'all';
  withAnswers: boolean;
  delimiter: CsvDelimiter;
}

/** Fetches the file. It can take minutes, so only a person or the loss of the connection ends it. */
const exportTasks = async (
  { params }: ListState,
  { columns, withAnswers, delimiter }: Choice,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<Blob> => {
  const { data } = await http.get<ReadableStream<Uint8Array<ArrayBuffer>>>('/tasks/export', {
    params: {
      ...toListQuery(params),
      format: 'csv',
      ...(columns === 'list'
        ? { columns: ['publicTaskId', ...params.columns.filter((key) => key !== 'publicTaskId')].join(',') }
        : {}),
      withAnswers,
      delimiter,
    },
    responseType: 'stream',
    timeout: 0,
    signal,
  });
  return readExport(data, signal, onRows);
};

/** Runs one export at a time. `rows` is undefined while none runs. */
const useExport = (list: ListState, onDone: () => void) => {
  const t = useTaskMessages();
  const [rows, setRows] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (choice: Choice): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(undefined);
    setRows(0);
    try {
      const file = await exportTasks(list, choice, controller.signal, setRows);
      saveFile(file, `${t('export.fileName')}.csv`);
      notify.success(t('export.saved'));
      onDone();
    } catch (error) {
      // Closing the dialog stops the export, too.
      if (controller.signal.aborted) return setRows(undefined);
      // A response that began and broke off is no file.
      setFailure(
        isApiError(error) ? t('export.failed', { reason: describeError(error) }) : t('export.interrupted'),
      );
    }
    setRows(undefined);
  };
  return { rows, failure, start, stop: () => running.current?.abort() };
};

/** Columns and form of the file, then the progress of the export, which can be stopped. */
const ExportDialog = ({ list, onClose }: { list: ListState; onClose: () => void }) => {
  const t = useTaskMessages();
  const isEnglish = useLanguage() === 'en';
  const { rows, failure, start, stop } = useExport(list, onClose);
  const { register, handleSubmit } = useForm<Choice>({
    defaultValues: {
      columns: 'list',
      withAnswers: true,
      delimiter: isEnglish ? 'comma' : 'semicolon',
    },
  });
  const submit = (event: FormEvent): void => void handleSubmit(start)(event);
  return (
    <Modal isOpen title={t('export.title')} onClose={onClose}>
      {rows === undefined ? (
        <Form onSubmit={submit}>
          {failure === undefined ? null : (
            <Notice tone="danger" takesFocus>
              {failure}
            </Notice>
          )}
          <p className={classes['hint']}>
            {t('export.help', {
              max: taskExportMax.toLocaleString(isEnglish ? 'en' : 'pl'),
            })}
          </p>
          <SelectField
            {...register('columns')}
            label={t('export.columns')}
            data-autofocus
            options={[
              { value: 'list', label: t('export.listColumns') },
              { value: 'all', label: t('export.allColumns') },
            ]}
          />
          <SelectField
            {...register('delimiter')}
            label={t('export.delimiter')}
            help={t('export.delimiterHelp')}
            options={[
              { value: 'semicolon', label: t('export.semicolon') },
              { value: 'comma', label: t('export.comma') },
            ]}
          />
          <CheckboxField {...register('withAnswers')} label={t('export.withAnswers')} />
          <ModalActions>
            <Button onClick={onClose}>{t('bulk.close')}</Button>
            <Button type="submit" variant="primary" icon="download">
              {t('export.start')}
            </Button>
          </ModalActions>
        </Form>
      ) : (
        <Stack gap="md">
          <progress className={classes['progress']} aria-label={t('export.running')} />
          <p role="status">{t('export.rows', { count: rows })}</p>
          <ModalActions>
            <Button onClick={stop} autoFocus>
              {t('export.stop')}
            </Button>
          </ModalActions>
        </Stack>
      )}
    </Modal>
  );
};

export default ExportDialog;
