import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../overlays/', import.meta.url));

export const overlayNames = readdirSync(folder);

export const overlayFolder = (name: string): string => `${folder}${name}`;
