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
    // An element is entered before the last one is left. Counting both would go wrong where an element goes away under
    // the pointer, which leaves it unsaid, or is entered twice, as in Firefox.
    let entered: EventTarget | null = null;
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      entered = event.target;
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.target === entered) setIsOver(false);
    };
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener('dragenter', enter, { signal });
    document.addEventListener('dragleave', leave, { signal });
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
