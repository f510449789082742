import { Suspense } from 'react';
import { lazyPart } from '../../lazy-parts/lazy-part';
import type { CardMoves } from './use-card-moves';

const TransitionModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-modal" */ '../../transitions/TransitionModal'),
);
const MoveDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-move-dialog" */ './MoveDialog'));

/** Dialogs of a move: the choice of a transition, or the data that it needs. */
export const MoveQuestions = ({ moves }: { moves: CardMoves }) => {
  const { question, closeQuestion } = moves;
  if (!question) return null;
  const { card } = question;
  if (question.kind === 'choose')
    return (
      <Suspense>
        <MoveDialog
          card={card}
          options={question.options}
          onChoose={(option) => moves.run(card, option)}
          onClose={closeQuestion}
        />
      </Suspense>
    );
  return (
    <Suspense>
      <TransitionModal
        key={question.option.transitionId}
        option={question.option}
        task={question.task}
        isOffered
        openWork={question.openWork}
        onClose={closeQuestion}
        onSaved={() => undefined}
        onDone={() => moves.finish(card, question.option.toStatusName)}
        onRejected={() => moves.reloadForm(question)}
        onUnavailable={(reason) => moves.refuse(card, reason)}
      />
    </Suspense>
  );
};
