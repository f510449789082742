import { Button } from '@obieg/ui';
import { type ComponentProps, type Ref, useRef } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { acceptedFiles } from './choose-files';

interface ChooseFilesButtonProps
  extends Pick<ComponentProps<typeof Button>, 'size' | 'disabled' | 'disabledReason'> {
  ref: Ref<HTMLButtonElement>;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog. */
export const ChooseFilesButton = ({ onChoose, ...button }: ChooseFilesButtonProps) => {
  const t = useTaskMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon="upload" onClick={() => input.current?.click()}>
        {t('attachments.choose')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={acceptedFiles}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // Without a reset, choosing the same file again fires no change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
};
