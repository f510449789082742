import { onSessionChange } from '@obieg/web-kit';

/** Further back nobody goes by the browser's button. */
const listsMax = 20;

/** Something about each of the lists that were shown last, by their key; emptied when another person comes. */
export const createListMemory = <T>() => {
  const held = new Map<string, T>();
  onSessionChange(() => held.clear());
  return {
    get: (listKey: string): T | undefined => held.get(listKey),
    set: (listKey: string, value: T): void => {
      held.delete(listKey);
      held.set(listKey, value);
      const [oldest] = held.keys();
      if (held.size > listsMax && oldest !== undefined) held.delete(oldest);
    },
  };
};
