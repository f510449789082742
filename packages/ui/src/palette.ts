/// <reference path="./css-modules.d.ts" />

export { Palette, type PaletteGroup, type PaletteItem } from './palette/Palette';
export { ShortcutList, type ShortcutSection } from './palette/ShortcutList';
export { type Shortcut, useShortcuts } from './shortcuts/use-shortcuts';
