import { persistentStorage, readStoredJson, writeStored } from '@obieg/web-kit';
import { useState } from 'react';

const storageKey = 'obieg_diagram_hidden';

/** Whether the user has hidden the diagram. Remembered in this browser. */
export const useHiddenDiagram = (): [isHidden: boolean, setHidden: (isHidden: boolean) => void] => {
  const [isHidden, setHidden] = useState(() => readStoredJson(persistentStorage, storageKey) === true);
  const remember = (next: boolean): void => {
    writeStored(persistentStorage, storageKey, next ? 'true' : null);
    setHidden(next);
  };
  return [isHidden, remember];
};
