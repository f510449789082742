import { useEffect, useState } from 'react';
import { namePasted } from './choose-files';

type Take = (files: readonly File[]) => void;

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Files dropped anywhere on the page: a drop beside its mark would else make the browser leave the page for the file.
 *
 * @returns whether files are held over the page now.
 */
export const useDroppedFiles = (take: Take): boolean => {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Entering a child leaves its parent: only as many leaves as entries mean that the pointer is outside.
    let depth = 0;
    const move = (step: 1 | -1) => (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth + step);
      setIsOver(depth > 0);
    };
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener('dragenter', move(1), { signal });
    document.addEventListener('dragleave', move(-1), { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => leaving.abort();
  }, [take]);
  return isOver;
};

/** Files pasted anywhere on the page, also while a comment is being written; pasted text stays text. */
export const usePastedFiles = (take: Take): void => {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Word processors put a picture of the text beside the text.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      take(files.map((file) => namePasted(file, new Date())));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [take]);
};
