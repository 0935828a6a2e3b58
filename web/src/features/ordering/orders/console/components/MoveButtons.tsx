import { Suspense, useState } from "react";
import { part } from "../../../../../lib/part";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import type { Move } from "../api";
import { isDrastic, needsWords, sortMoves } from "../model";
import type { Movable, Wish } from "../useMove";

const MoveDialog = part(() => import("./MoveDialog"));
const WeighDialog = part(() => import("./WeighDialog"));

export interface MoveButtonsProps {
  order: Movable;
  moves: readonly Move[];
  make: (wish: Wish) => Promise<void>;
  /** Called as soon as a move is under way: the card is about to leave. */
  onMoving?: () => void;
  busy?: boolean;
  size?: "sm" | "md";
}

/** The moves that the staff member may make, one tap each; the one that advances the order comes first. */
export function MoveButtons({
  order,
  moves,
  make,
  onMoving,
  busy = false,
  size = "sm",
}: MoveButtonsProps) {
  const { t } = useTranslation("orders");
  const [asking, setAsking] = useState<Move | null>(null);
  if (moves.length === 0) return null;
  const [first, ...others] = sortMoves(order.status, moves);

  function start(move: Move) {
    if (needsWords(move)) {
      setAsking(move);
      return;
    }
    void make({ order, move });
    onMoving?.();
  }
  const button = (move: Move, primary: boolean) => (
    <Button
      key={move.to}
      size={size}
      variant={primary ? (isDrastic(move) ? "quiet" : "primary") : "quiet"}
      wide={primary}
      className={primary ? undefined : "flex-1 whitespace-nowrap"}
      aria-label={t("move_label", { move: move.label, number: order.number })}
      disabled={busy}
      onClick={() => start(move)}
    >
      {move.label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {first && button(first, true)}
      {others.map((move) => button(move, false))}
      {asking?.needs_weights && (
        <Suspense>
          <WeighDialog
            order={order}
            name={asking.label}
            onClose={() => setAsking(null)}
            onSubmit={async (weights) => {
              await make({ order, move: asking, weights });
              setAsking(null);
              onMoving?.();
            }}
          />
        </Suspense>
      )}
      {asking && !asking.needs_weights && (
        <Suspense>
          <MoveDialog
            order={order}
            move={asking}
            name={asking.label}
            onClose={() => setAsking(null)}
            onSubmit={async (words) => {
              const wish = { order, move: asking, ...words };
              if (asking.needs_pin) await make(wish);
              else void make(wish);
              setAsking(null);
              onMoving?.();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
