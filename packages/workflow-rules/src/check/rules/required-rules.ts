import { answersExample, wayExample } from '../examples';
import type { Exploration } from '../exploration';
import { aParameter, aTransition, type Found, quoteNames, type Rule } from '../findings';
import { hasNoValue, type Model, type Parameter, type Transition } from '../model';
import { isPossible } from '../search-result';

const listRequired = (
  { parameters }: Model,
  { requiredParameters }: Transition,
  isWanted: (parameter: Parameter, isMandatory: boolean) => boolean,
): Parameter[] =>
  requiredParameters.flatMap(({ parameterId, isMandatory }) => {
    const parameter = parameters.get(parameterId);
    return parameter && isWanted(parameter, isMandatory) ? [parameter] : [];
  });

const nameParameters = (parameters: readonly Parameter[]) =>
  quoteNames(parameters.map(({ displayName }) => displayName));

export const requiredParameterInactive: Rule = {
  code: 'REQUIRED_PARAMETER_INACTIVE',
  find: (model, { wayToOffer }) =>
    model.transitions.flatMap((transition): Found[] => {
      const inactive = listRequired(model, transition, ({ isActive }) => !isActive);
      if (inactive.length === 0) return [];
      const names = nameParameters(inactive);
      return [
        {
          subject: aTransition(transition),
          related: inactive.map(aParameter),
          message: {
            pl: `Przejście „${transition.name}” wymaga nieaktywnego parametru (${names.pl}) i nie zapyta o niego.`,
            en: `The transition “${transition.name}” requires an inactive parameter (${names.en}) and does not ask for it.`,
          },
          example: wayExample(model, wayToOffer(transition)),
        },
      ];
    }),
};

const impossibleTransitions = (model: Model, { wayToOffer }: Exploration): Found[] =>
  model.transitions.flatMap((transition) => {
    const impossible = listRequired(
      model,
      transition,
      (parameter, isMandatory) => isMandatory && parameter.isActive && hasNoValue(parameter),
    );
    if (impossible.length === 0) return [];
    const names = nameParameters(impossible);
    return [
      {
        subject: aTransition(transition),
        related: impossible.map(aParameter),
        message: {
          pl: `Przejścia „${transition.name}” nie można wykonać: wymagany parametr (${names.pl}) nie ma aktywnej wartości.`,
          en: `The transition “${transition.name}” cannot run: a required parameter (${names.en}) has no active value.`,
        },
        example: wayExample(model, wayToOffer(transition)),
      },
    ];
  });

const impossibleQuestions = (model: Model): Found[] =>
  [...model.questionnaire.questions.keys()].flatMap((id) => {
    const parameter = model.parameters.get(id);
    if (!parameter || !hasNoValue(parameter)) return [];
    const answers = model.submissions.findAsking(id);
    if (!isPossible(answers)) return [];
    const asked = answers.kind === 'found' ? new Map(answers.value) : undefined;
    asked?.delete(id);
    return [
      {
        subject: aParameter(parameter),
        message: {
          pl: `Na pytanie „${parameter.displayName}” nie można odpowiedzieć: słownik nie ma aktywnej wartości.`,
          en: `The question “${parameter.displayName}” cannot be answered: its dictionary has no active value.`,
        },
        example: asked ? answersExample(model, asked) : null,
      },
    ];
  });

export const requiredValueImpossible: Rule = {
  code: 'REQUIRED_VALUE_IMPOSSIBLE',
  find: (model, exploration) => [...impossibleQuestions(model), ...impossibleTransitions(model, exploration)],
};
