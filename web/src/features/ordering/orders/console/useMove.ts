import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, errorText } from "../../../../api/errors";
import type { OrderStatus } from "../../../../api/types";
import { toasts } from "../../../../backoffice/toasts";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import {
  type Board,
  type ConsoleOrder,
  isBoardKey,
  type Move,
  type MoveBody,
  moveOrder,
  orderQuery,
} from "./api";
import { codeOf, putBack, withMove } from "./model";

/** Boards are not requested again while a move is under way: the answer would be outdated. */
export const moveKey = ["console-move"] as const;

let lastTold = 0;

/** Announces that an order moved; one such message at a time, however fast the moves follow. */
function tellMoved(text: string): void {
  toasts.dismiss(lastTold);
  lastTold = toasts.show({ tone: "success", text });
}

/** The part of an order that a move needs. */
export interface Movable {
  id: string;
  number: string;
  status: OrderStatus;
  event_seq: number;
}

export interface Wish {
  order: Movable;
  move: Move;
  reason?: string;
  pin?: string;
  weights?: MoveBody["weights"];
}

/** Whether the server must check the input first: the board is not updated optimistically. */
export const isJudged = ({ needs_pin, needs_weights }: Move) => needs_pin || needs_weights;

interface Before {
  boards: [readonly unknown[], Board | undefined][];
}

/**
 * Makes a move. The board shows it immediately, unless the server must check the input first. A refusal
 * puts the card back and shows the reason; a 409 (another member of staff was faster) shows a toast and
 * requests everything again.
 */
export function useMove() {
  const client = useQueryClient();
  const scope = useScope();
  const { t } = useTranslation("orders");
  const { t: all } = useTranslation();
  const boards = {
    predicate: (query: { queryKey: readonly unknown[] }) => isBoardKey(query.queryKey),
  };

  const mutation = useMutation<ConsoleOrder, Error, Wish, Before>({
    mutationKey: moveKey,
    mutationFn: ({ order, move, reason, pin, weights }) =>
      moveOrder(order.id, {
        to: move.to,
        expected_seq: order.event_seq,
        ...(reason === undefined ? {} : { reason }),
        ...(pin === undefined ? {} : { pin }),
        ...(weights === undefined ? {} : { weights }),
      }),
    onMutate: async ({ order, move }) => {
      await client.cancelQueries(boards);
      const before = client.getQueriesData<Board>(boards);
      if (!isJudged(move)) {
        client.setQueriesData<Board>(
          boards,
          (board) => board && withMove(board, order.id, move.to),
        );
      }
      return { boards: before };
    },
    onError: (_error, { order, move }, before) => {
      if (isJudged(move)) return;
      for (const [key, board] of before?.boards ?? []) {
        if (board) client.setQueryData<Board>(key, (now) => now && putBack(now, board, order.id));
      }
    },
    onSuccess: (detail) => {
      client.setQueryData(orderQuery(scope, detail.id).queryKey, detail);
    },
    onSettled: (_detail, _error, { order }) => {
      if (client.isMutating({ mutationKey: moveKey }) === 1) void client.invalidateQueries(boards);
      void client.invalidateQueries({ queryKey: orderQuery(scope, order.id).queryKey });
    },
  });

  /** Rejects with the errors that the dialog for the PIN or the weights shows; other errors appear as a toast. */
  async function make(wish: Wish): Promise<void> {
    const { order, move } = wish;
    try {
      const detail = await mutation.mutateAsync(wish);
      tellMoved(t("moved", { number: order.number, status: detail.status_label }));
    } catch (error) {
      const code = error instanceof ApiError ? codeOf(error.code) : "";
      if (move.needs_pin && (code === "pin_wrong" || code === "reason_required")) throw error;
      if (move.needs_weights && error instanceof ApiError && error.status === 422) throw error;
      const text = errorText(error, all, { inPlace: true }) ?? t("move_failed");
      const moved = error instanceof ApiError && error.status === 409;
      toasts.show({
        tone: "trouble",
        text: moved
          ? t("moved_on", { number: order.number })
          : t("refused", { number: order.number, text }),
      });
    }
  }

  return { make, busy: mutation.isPending };
}
