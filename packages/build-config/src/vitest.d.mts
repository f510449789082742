import type { TestProjectInlineConfiguration } from 'vitest/config';

type DefineProject = (name: string, folder: string) => TestProjectInlineConfiguration;

export const nodeProject: DefineProject;
export const pureProject: DefineProject;
export const productProject: DefineProject;
export const webProject: DefineProject;
