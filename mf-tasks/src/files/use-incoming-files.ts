import { useEffect, useState } from 'react';
import { renamePastedImage } from './choose-files';

type AddFiles = (files: readonly File[]) => void;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped anywhere on the page. Otherwise the browser would open a file that is dropped next to the
 * drop area.
 *
 * @returns whether the user is dragging files over the page.
 */
export const useDroppedFiles = (addFiles: AddFiles): boolean => {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    // Remember the last entered element instead of counting events. A removed element fires no `dragleave`, and
    // Firefox fires some `dragenter` events twice.
    let entered: EventTarget | null = null;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      entered = event.target;
      setIsDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.target === entered) setIsDragging(false);
    };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(false);
      addFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragenter', enter, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, [addFiles]);
  return isDragging;
};

/** Accepts files pasted anywhere on the page, also into a text field. */
export const usePastedFiles = (addFiles: AddFiles): void => {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Word processors add an image of the copied text. Paste the text in this case.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      addFiles(files.map((file) => renamePastedImage(file, new Date())));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [addFiles]);
};
