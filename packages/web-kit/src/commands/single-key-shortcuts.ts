import { create } from 'zustand';
import { persistentStorage, readStored, writeStored } from '../browser/browser-storage';

const storageKey = 'obieg_single_key_shortcuts';
const off = 'off';

const readIsOn = (): boolean => readStored(persistentStorage, storageKey) !== off;

const useShortcutStore = create<{ isOn: boolean }>(() => ({ isOn: readIsOn() }));

/** Whether shortcuts without a modifier work (WCAG 2.1.4). Kept in the browser; on by default. */
export const useAreSingleKeyShortcutsOn = (): boolean => useShortcutStore(({ isOn }) => isOn);

/** Whether shortcuts without a modifier work, for code outside components. */
export const areSingleKeyShortcutsOn = (): boolean => useShortcutStore.getState().isOn;

export const setSingleKeyShortcuts = (isOn: boolean): void => {
  writeStored(persistentStorage, storageKey, isOn ? null : off);
  useShortcutStore.setState({ isOn });
};

/** Follows other tabs. */
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === storageKey) useShortcutStore.setState({ isOn: readIsOn() });
});
