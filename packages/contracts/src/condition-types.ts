import * as z from 'zod';
import { passingEnum } from './open-enum';

export const conditionTypes = ['EQUALS', 'NOT_EQUALS', 'EXISTS', 'NOT_EXISTS'] as const;
export const conditionTypeSchema = z.enum(conditionTypes, 'Please select a condition type.');
/** No answer meets an unknown condition, in the browser as on the server. So it must stay unknown. */
export const openConditionTypeSchema = passingEnum(conditionTypes);
export type ConditionType = z.infer<typeof conditionTypeSchema>;
