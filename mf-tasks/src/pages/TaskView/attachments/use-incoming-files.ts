import { type DragEvent, useEffect, useRef, useState } from 'react';
import { namePasted } from './choose-files';

type Take = (files: readonly File[]) => void;

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Handlers for an element onto which files can be dropped. */
export const useDroppedFiles = (take: Take) => {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent: only as many leaves as entries mean that the pointer is outside.
  const depth = useRef(0);
  const enter = (step: 1 | -1) => (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    depth.current += step;
    setIsOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: enter(1),
      onDragLeave: enter(-1),
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        take([...event.dataTransfer.files]);
      },
    },
  };
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
