/// <reference path="./css-modules.d.ts" />

export { ApiTokens } from './api-tokens/ApiTokens';
