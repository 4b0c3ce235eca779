import { createContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useFetcher, useNavigation } from "react-router";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import type { ReturnPlace } from "#app/http/list-form.ts";
import type { errorToast } from "#app/http/refusal.ts";

let dismissShown = () => {};

/** Restores the focus to `had` or, if `had` has disappeared, to the dialog or page. */
function giveFocusBack(had: Element | null): void {
  const isThere = had instanceof HTMLElement && had.isConnected && had !== document.body;
  const goesTo = isThere ? had : document.querySelector<HTMLElement>(".dialog-close, main:not([inert])");
  goesTo?.focus({ preventScroll: true });
}

type ToastProps = {
  message: string;
  description?: string;
  type: string;
  undo?: { screen: string; id: number } | null;
  /** One-time id of the undo form. */
  id?: string;
};

/** Toasts for the current page. Admin screens show them in the strip. */
export type PageToast = ToastProps & { key: string };
export const PageToastsContext = createContext<PageToast[]>([]);

/**
 * CSS removes a toast after 5000 ms, unless it is hovered or focused (specification, section 9). With
 * JavaScript, its button, a navigation or the next toast also removes it (specification, section 4).
 */
export function Toast({ message, description, type, undo = null, id = "" }: ToastProps) {
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** Element that had the focus before it moved to the toast. */
  const cameFrom = useRef<Element | null>(null);
  const dismiss = useEffectEvent(() => {
    if (box.current?.contains(document.activeElement)) giveFocusBack(cameFrom.current);
    setDismissed(true);
  });
  // A layout effect, so two toasts are never visible together.
  useLayoutEffect(() => {
    dismissShown();
    const dismissThis = () => dismiss();
    dismissShown = dismissThis;
    return () => {
      if (dismissShown === dismissThis) dismissShown = () => {};
    };
  }, []);
  const { state } = useNavigation();
  const hasRested = useRef(false);
  useEffect(() => {
    // Ignores the reload that follows a refused form.
    if (state === "idle") hasRested.current = true;
    else if (hasRested.current) dismiss();
  }, [state]);

  if (isDismissed) return null;
  const isError = type === "error";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records the previous focus
    <div
      ref={box}
      className="toast"
      data-tone={isError ? "red" : "green"}
      onAnimationEnd={() => setDismissed(true)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      <div role={isError ? "alert" : "status"}>
        <p className="font-semibold">{message}</p>
        {description && <p>{description}</p>}
      </div>
      {undo && (
        <UndoButton {...undo} formId={id}>
          <ReturnField at="edit" />
        </UndoButton>
      )}
      {isHydrated && (
        <button
          type="button"
          className="toast-close"
          onClick={() => {
            giveFocusBack(cameFrom.current);
            setDismissed(true);
          }}
        >
          <span aria-hidden="true">×</span>
          <span className="sr-only">Dismiss message</span>
        </button>
      )}
    </div>
  );
}

export function UndoButton({ screen, id, formId, buttonId, count, what, children }: UndoButtonProps) {
  return (
    <RowForm action={screen}>
      <HiddenFields formId={formId} changeset={id} />
      {children}
      <button type="submit" id={buttonId} name="intent" value="undo" className="small-button">
        Undo{count != null && ` ${count}`}
        {what != null && <span className="sr-only"> {what}</span>}
      </button>
    </RowForm>
  );
}

type UndoButtonProps = {
  screen: string;
  id: number;
  formId: string;
  buttonId?: string;
  /** Number of changes to undo, if more than one. */
  count?: number | null;
  /** Action to undo, for screen readers, such as 'deleting Ada Lovelace'. */
  what?: string | null;
  children?: React.ReactNode;
};

type RowFormProps = { id?: string; action?: string; className?: string; children: React.ReactNode };

/** Form of one row. Each has a fetcher, so that a form of another row does not abort it. */
export function RowForm({ children, ...form }: RowFormProps) {
  const { Form, data } = useFetcher<Partial<ReturnType<typeof errorToast>>>();
  const strip = data?.toast && document.querySelector(".strip > .page-width");
  return (
    <Form method="post" preventScrollReset {...form}>
      {children}
      {strip && data?.toast && createPortal(<Toast key={data.answeredAt} {...data.toast} />, strip)}
    </Form>
  );
}

/** Hidden fields in the given order. Omits those without a value. */
export const HiddenFields = (values: Record<string, string | number | null | undefined>) =>
  Object.entries(values).map(
    ([name, value]) => value != null && <input key={name} type="hidden" name={name} value={value} />,
  );

/** Without JavaScript, this field makes the redirect after a submission lead back to the item. */
export function ReturnField({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
