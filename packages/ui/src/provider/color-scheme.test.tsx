import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PreferenceFields } from '../form/PreferenceFields';
import { UiProvider } from './UiProvider';

const storageKey = 'obieg_color_scheme';
let isDeviceDark = false;
const device = new EventTarget();

const root = document.documentElement;
const shown = () => root.dataset['mantineColorScheme'];
const open = () =>
  render(
    <UiProvider language="en">
      <PreferenceFields language="en" onLanguageChange={() => undefined} />
    </UiProvider>,
  );
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Appearance' });

beforeEach(() => {
  isDeviceDark = false;
  localStorage.removeItem(storageKey);
  vi.stubGlobal('matchMedia', () => Object.assign(device, { matches: isDeviceDark }));
});
afterEach(() => {
  localStorage.removeItem(storageKey);
  delete root.dataset['mantineColorScheme'];
});

describe('the color scheme', () => {
  it('is that of the device, also when the device changes', () => {
    isDeviceDark = true;
    open();
    expect(shown()).toBe('dark');
    isDeviceDark = false;
    // `matches` is read again.
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    device.dispatchEvent(new Event('change'));
    expect(shown()).toBe('light');
  });

  it('is the stored one', () => {
    localStorage.setItem(storageKey, 'dark');
    open();
    expect(shown()).toBe('dark');
    expect(select().value).toBe('dark');
  });

  it('changes at once and is stored', () => {
    open();
    fireEvent.change(select(), { target: { value: 'dark' } });
    expect(shown()).toBe('dark');
    expect(select().value).toBe('dark');
    expect(localStorage.getItem(storageKey)).toBe('dark');
  });

  it('follows another tab', () => {
    open();
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: storageKey, newValue: 'dark' }));
    });
    expect(shown()).toBe('dark');
    expect(select().value).toBe('dark');
  });
});
