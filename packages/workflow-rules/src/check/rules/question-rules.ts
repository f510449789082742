import type { FindingSubject, PublicParameter } from '@obieg/contracts';
import { checkValue } from '../../values';
import { replaceQuestion } from '../demands';
import type { Condition } from '../domains';
import { answersExample } from '../examples';
import {
  aParameter,
  aTransition,
  describeCondition,
  type Found,
  findContradiction,
  joinTexts,
  quoteNames,
  type Rule,
  type Text,
} from '../findings';
import type { Model, Parameter } from '../model';
import { foundValue, isPossible } from '../search-result';
import { createSubmissions } from '../submissions';
import { describeValue } from '../value-words';

type Dependency = PublicParameter['dependencies'][number];

const nameParents = ({ parameters }: Model, dependencies: readonly Dependency[]): FindingSubject[] =>
  dependencies.flatMap(({ parentParameterId }) => {
    const parent = parameters.get(parentParameterId);
    return parent ? [aParameter(parent)] : [];
  });

const toCondition = ({ parentParameterId, conditionType, conditionValue }: Dependency): Condition => ({
  parameterId: parentParameterId,
  conditionType,
  conditionValue,
});

/** Finds answers with which a question would be asked if it had only the given dependencies. */
const findAsking = (
  { questionnaire, steps }: Model,
  question: PublicParameter,
  dependencies: readonly Dependency[],
) => {
  const changed = replaceQuestion(questionnaire, { ...question, dependencies: [...dependencies] });
  return createSubmissions(changed, steps).findAsking(question.id);
};

const describeUnreachable = (
  model: Model,
  { displayName }: PublicParameter,
  core: readonly Dependency[],
): Found['message'] => {
  const conditions = joinTexts(core.map((one) => describeCondition(model, toCondition(one))));
  return core.length === 1
    ? {
        pl: `Pytanie „${displayName}” nigdy nie zostanie zadane. Warunek nie może być spełniony: ${conditions.pl}.`,
        en: `The question “${displayName}” is never asked. Its condition cannot hold: ${conditions.en}.`,
      }
    : {
        pl: `Pytanie „${displayName}” nigdy nie zostanie zadane. Warunki wykluczają się: ${conditions.pl}.`,
        en: `The question “${displayName}” is never asked. Its conditions exclude each other: ${conditions.en}.`,
      };
};

/** Returns answers that meet all conditions of a contradiction but the last one. */
const nearestExample = (model: Model, question: PublicParameter, core: readonly Dependency[]) => {
  const answers = foundValue(findAsking(model, question, core.slice(0, -1)));
  return answers ? answersExample(model, new Map([...answers].filter(([id]) => id !== question.id))) : null;
};

export const questionUnreachable: Rule = {
  code: 'QUESTION_UNREACHABLE',
  find: (model) =>
    [...model.questionnaire.questions.values()]
      .filter(({ id }) => !isPossible(model.submissions.findAsking(id)))
      .map((question) => {
        const core = findContradiction(question.dependencies, (subset) =>
          isPossible(findAsking(model, question, subset)),
        );
        return {
          subject: aParameter(question),
          related: nameParents(model, core),
          message: describeUnreachable(model, question, core),
          example: nearestExample(model, question, core),
        };
      }),
};

export const questionBeforeParent: Rule = {
  code: 'QUESTION_BEFORE_PARENT',
  find: (model) => {
    // The questionnaire is in the order of the list.
    const positions = new Map([...model.questionnaire.questions.keys()].map((id, index) => [id, index]));
    return [...model.questionnaire.questions.values()].flatMap((question): Found[] => {
      const { id, displayName, dependencies } = question;
      const later = dependencies.filter(
        ({ parentParameterId }) => (positions.get(parentParameterId) ?? -1) > (positions.get(id) ?? 0),
      );
      if (later.length === 0) return [];
      const parents = later.flatMap(({ parentParameterId }) => model.parameters.get(parentParameterId) ?? []);
      const names = quoteNames(parents.map((parent) => parent.displayName));
      const answers = foundValue(model.submissions.findAsking(id));
      return [
        {
          subject: aParameter(question),
          related: parents.map(aParameter),
          message: {
            pl: `Pytanie „${displayName}” stoi na liście przed pytaniem, od którego zależy (${names.pl}).`,
            en: `The question “${displayName}” is listed before the question that it depends on (${names.en}).`,
          },
          example: answers ? answersExample(model, answers) : null,
        },
      ];
    });
  },
};

/** Names what has conditions, with its kind. */
const nameHolder = ({ kind, name }: FindingSubject): Text =>
  kind === 'transition'
    ? { pl: `przejścia „${name}”`, en: `the transition “${name}”` }
    : { pl: `pytania „${name}”`, en: `the question “${name}”` };

/** Lists what has conditions: questions and active transitions. */
const listConditionHolders = (model: Model): { subject: Found['subject']; conditions: Condition[] }[] => [
  ...[...model.questionnaire.questions.values()].map((question) => ({
    subject: aParameter(question),
    conditions: question.dependencies.map(toCondition),
  })),
  ...model.transitions.map((transition) => ({
    subject: aTransition(transition),
    conditions: transition.parameterConditions,
  })),
];

export const conditionOnInactive: Rule = {
  code: 'CONDITION_ON_INACTIVE',
  find: (model) =>
    listConditionHolders(model).flatMap(({ subject, conditions }): Found[] => {
      const inactive = [...new Set(conditions.map(({ parameterId }) => parameterId))].flatMap((id) => {
        const parameter = model.parameters.get(id);
        return parameter && !parameter.isActive ? [parameter] : [];
      });
      if (inactive.length === 0) return [];
      const names = quoteNames(inactive.map(({ displayName }) => displayName));
      const holder = nameHolder(subject);
      const isOne = inactive.length === 1;
      return [
        {
          subject,
          related: inactive.map(aParameter),
          message: {
            pl: `Warunek ${holder.pl} dotyczy ${isOne ? 'nieaktywnego parametru' : 'nieaktywnych parametrów'}: ${names.pl}.`,
            en: `A condition of ${holder.en} names ${isOne ? 'an inactive parameter' : 'inactive parameters'}: ${names.en}.`,
          },
        },
      ];
    }),
};

/** Returns the value that a condition compares with, if no new answer can be that value. */
const findRetiredValue = (model: Model, { parameterId, conditionType, conditionValue }: Condition) => {
  const parameter = model.parameters.get(parameterId);
  if (!parameter?.isActive || parameter.parameterType !== 'DICTIONARY') return undefined;
  if (conditionType !== 'EQUALS' && conditionType !== 'NOT_EQUALS') return undefined;
  const entry = parameter.dictionaryValues.find(({ value }) => value === conditionValue);
  return entry?.isActive ? undefined : { parameter, entry, value: conditionValue ?? '' };
};

export const conditionOnRetiredValue: Rule = {
  code: 'CONDITION_ON_RETIRED_VALUE',
  find: (model) =>
    listConditionHolders(model).flatMap(({ subject, conditions }): Found[] => {
      const retired = conditions.flatMap((condition) => findRetiredValue(model, condition) ?? []);
      if (retired.length === 0) return [];
      const names = quoteNames(retired.map(({ value }) => value));
      const holder = nameHolder(subject);
      return [
        {
          subject,
          related: retired.flatMap(({ parameter, entry }) => [
            aParameter(parameter),
            ...(entry ? [{ kind: 'value' as const, id: entry.id, name: entry.value }] : []),
          ]),
          message: {
            pl: `Warunek ${holder.pl} porównuje z wycofaną wartością słownika: ${names.pl}.`,
            en: `A condition of ${holder.en} compares with a retired dictionary value: ${names.en}.`,
          },
        },
      ];
    }),
};

const isInvalidDefault = (
  { configuration: { timeZone } }: Model,
  parameter: Parameter,
  defaultValue: string | null,
): boolean => {
  const dictionaryValues = parameter.dictionaryValues.filter(({ isActive }) => isActive);
  const checked = checkValue({ ...parameter, dictionaryValues }, defaultValue ?? '', timeZone);
  return !checked.isValid && checked.problem !== 'BLANK';
};

const describeInvalidDefault = (
  { configuration: { timeZone } }: Model,
  { displayName: name, parameterType }: Parameter,
  defaultValue: string,
  transition?: { name: string },
): Found['message'] => {
  const value = describeValue(parameterType, defaultValue, timeZone);
  const place = transition
    ? { pl: ` w przejściu „${transition.name}”`, en: ` in the transition “${transition.name}”` }
    : { pl: '', en: '' };
  return {
    pl: `Wartość domyślna parametru „${name}”${place.pl} nie jest poprawną odpowiedzią: „${value.pl}”.`,
    en: `The default value of “${name}”${place.en} is not a valid answer: “${value.en}”.`,
  };
};

export const defaultValueInvalid: Rule = {
  code: 'DEFAULT_VALUE_INVALID',
  find: (model) => [
    ...model.configuration.parameters
      .filter((parameter) => parameter.isActive && isInvalidDefault(model, parameter, parameter.defaultValue))
      .map((parameter) => ({
        subject: aParameter(parameter),
        message: describeInvalidDefault(model, parameter, parameter.defaultValue ?? ''),
        example: {
          answers: [
            { parameterId: parameter.id, name: parameter.displayName, value: parameter.defaultValue ?? '' },
          ],
          path: [],
        },
      })),
    ...model.transitions.flatMap((transition) =>
      transition.requiredParameters
        .flatMap(({ parameterId, defaultValue }) => {
          const parameter = model.parameters.get(parameterId);
          return parameter?.isActive && isInvalidDefault(model, parameter, defaultValue)
            ? [{ parameter, value: defaultValue ?? '' }]
            : [];
        })
        .slice(0, 1)
        .map(({ parameter, value }) => ({
          subject: aTransition(transition),
          related: [aParameter(parameter)],
          message: describeInvalidDefault(model, parameter, value, transition),
          example: {
            answers: [{ parameterId: parameter.id, name: parameter.displayName, value }],
            path: [],
          },
        })),
    ),
  ],
};
