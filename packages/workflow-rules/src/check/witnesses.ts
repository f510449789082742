import type { Answers } from '../conditions';
import { placeNewTask } from '../transitions';
import { checkValue } from '../values';
import { createWalk } from '../wizard';
import { type Clause, type Demands, type Literal, restrict } from './demands';
import { type AnswerSet, missing } from './domains';
import type { Model, Transition } from './model';

/** What at least one followed task has done. */
export interface Coverage {
  reached: ReadonlySet<number>;
  offered: ReadonlySet<Transition>;
  /** Statuses from which a followed task reaches a FINAL status. */
  finishing: ReadonlySet<number>;
}

interface CompiledTransition {
  transition: Transition;
  literals: readonly Literal[];
  /** Mandatory parameters of its dialog. */
  dialog: readonly number[];
}

const firstValue: AnswerSet = 2n;

/** Completes answers to a submission: answers each open question with its first value. */
const createCompletion = ({ questionnaire: { questions, domains, timeZone } }: Model) => {
  const asked = [...questions.values()];
  return (given: Answers): Answers => {
    const walk = createWalk(asked, timeZone);
    const answers = new Map<number, string>();
    for (let question = walk.findNext(); question; question = walk.findNext()) {
      const value = given.get(question.id) ?? domains.get(question.id)?.values[0] ?? '';
      if (!checkValue(question, value, timeZone).isValid) return answers;
      answers.set(question.id, value);
      walk.reveal(question.id, value);
    }
    return answers;
  };
};

const compile = (model: Model): ReadonlyMap<number | null, CompiledTransition[]> => {
  const byFrom = new Map<number | null, CompiledTransition[]>();
  for (const transition of model.transitions) {
    const known = byFrom.get(transition.fromStatusId) ?? [];
    known.push({
      transition,
      literals: model.literalsOf(transition),
      dialog: model.dialogOf(transition).flatMap(({ id, isMandatory }) => (isMandatory ? [id] : [])),
    });
    byFrom.set(transition.fromStatusId, known);
  }
  return byFrom;
};

type Bits = ReadonlyMap<number, AnswerSet>;

/** The answers after a transition. Its dialog answers only what is mandatory and missing. */
const runDialog = ({ dialog }: CompiledTransition, bits: Bits): Bits => {
  const open = dialog.filter((id) => (bits.get(id) ?? missing) === missing);
  return open.length === 0 ? bits : new Map([...bits, ...open.map((id) => [id, firstValue] as const)]);
};

const meets = (bits: Bits, { literals }: CompiledTransition): boolean =>
  literals.every(({ parameterId, set }) => ((bits.get(parameterId) ?? missing) & set) !== 0n);

/** Follows one task through all statuses, each with the answers of its first arrival. */
const followTask = (
  compiled: ReadonlyMap<number | null, CompiledTransition[]>,
  statusId: number,
  answers: Bits,
) => {
  const arrivals = new Map([[statusId, answers]]);
  const offered: Transition[] = [];
  const sources = new Map<number, number[]>();
  for (const [from, bits] of arrivals)
    for (const candidate of compiled.get(from) ?? []) {
      if (!meets(bits, candidate)) continue;
      const { transition } = candidate;
      const to = transition.toStatusId;
      offered.push(transition);
      const after = runDialog(candidate, bits);
      if (!arrivals.has(to)) arrivals.set(to, after);
      // With other answers, the task there could continue differently.
      if (arrivals.get(to) === after) sources.set(to, [...(sources.get(to) ?? []), from]);
    }
  return { reached: [...arrivals.keys()], offered, sources };
};

const addAll = <T>(target: Set<T>, more: Iterable<T>): void => {
  for (const one of more) target.add(one);
};

/**
 * Follows some submissions through the workflow. What they cover needs no search, which settles most of a sound
 * workflow in little time.
 */
export const coverByWitnesses = (model: Model): Coverage => {
  const { submissions, questionnaire, explored, statuses, steps } = model;
  const complete = createCompletion(model);
  const compiled = compile(model);
  const reached = new Set<number>();
  const offered = new Set<Transition>();
  const finishing = new Set<number>();

  const follow = (given: Answers): void => {
    const answers = complete(given);
    const placement = placeNewTask(explored, answers);
    if (!placement) return;
    const bits = new Map(
      [...answers].map(([id, value]) => {
        const index = questionnaire.domains.get(id)?.values.indexOf(value) ?? 0;
        return [id, firstValue << BigInt(index)];
      }),
    );
    const task = followTask(compiled, placement.statusId, bits);
    addAll(reached, task.reached);
    addAll(offered, task.offered);
    const done = new Set(task.reached.filter((id) => statuses.get(id)?.statusType === 'FINAL'));
    for (const id of done) addAll(done, task.sources.get(id) ?? []);
    addAll(finishing, done);
  };

  const followFound = (demands: Demands, clauses?: readonly Clause[]): void => {
    // What no witness covers is left to the searches, which say that they had no time.
    if (steps.isLate()) return;
    const answers = submissions.find(demands, clauses);
    if (answers.kind === 'found') follow(answers.value);
  };
  for (const { clauses } of model.starts) followFound(new Map(), clauses);
  for (const { literals, transition } of [...compiled.values()].flat()) {
    if (transition.fromStatusId === null || offered.has(transition)) continue;
    const demands = restrict(questionnaire, new Map(), literals);
    if (demands) followFound(demands);
  }
  return { reached, offered, finishing };
};
