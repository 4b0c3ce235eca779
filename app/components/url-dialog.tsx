import * as Dialog from "@radix-ui/react-dialog";
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LinkProps } from "react-router";
import { DOUBLE_PRESS_MS, giveFocus, noteFocus } from "#app/components/focus.ts";
import { PageLink } from "#app/components/links.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/**
 * A dialog whose state is the address: the server renders it open, and closing it is a link. The page
 * behind it has to be `inert` meanwhile (PageFrame), which keeps focus inside with and without script.
 */
export function UrlDialog({
  title,
  closeHref,
  onClose,
  returnFocusTo,
  closingText,
  hasFocus = false,
  children,
}: {
  title: string;
  /** Where the closing link leads without script. */
  closeHref: string;
  /** Closes the dialog with script. */
  onClose: () => void;
  /** What takes the focus afterwards: what opened the dialog. Where it is not there, the page does. */
  returnFocusTo: FocusTarget;
  /**
   * What the link at the end of the dialog says, where its beginning may be out of sight; nothing where a form in it has
   * that link beside its buttons.
   */
  closingText?: string;
  /** Whether something in it takes the focus by itself, as a form does, or what was wrong with it. */
  hasFocus?: boolean;
  children: React.ReactNode;
}) {
  const isHydrated = useHydrated();
  const [cameOpen] = useState(!isHydrated);
  const closeLink = useRef<HTMLAnchorElement>(null);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const opener = useRef(returnFocusTo);
  const depth = useRef(0);
  useLayoutEffect(() => {
    opener.current = returnFocusTo;
    depth.current = historyDepth();
  });
  useLayoutEffect(
    () => () =>
      // With the same commit that takes the dialog away, as soon as the page behind it is no longer inert.
      queueMicrotask(() => {
        // A dialog that was gone on to from this one begins at its beginning.
        if (document.querySelector("[role=dialog]") && historyDepth() >= depth.current) return;
        if (focusOn(opener.current)) return;
        document.getElementById("main")?.focus({ preventScroll: true });
        focusOnceThere(opener.current);
      }),
    [],
  );
  useEffect(() => {
    if (cameOpen) return;
    openedAt.current = performance.now();
    if (hasFocus) noteFocus(document.activeElement);
  }, [cameOpen, hasFocus]);
  const closing = {
    // Without script the page comes back at what opened the dialog.
    to: typeof returnFocusTo === "string" ? `${closeHref}#${returnFocusTo}` : closeHref,
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      onClose();
    },
  };
  return (
    // Not modal: a modal Radix dialog writes inline styles, which the page's policy forbids.
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the dialog is to leave the focus where it is */}
      <div
        className="dialog-backdrop"
        onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      >
        <Dialog.Content
          className="dialog"
          aria-modal="true"
          aria-labelledby="dialog-title"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Radix itself passes over links.
            event.preventDefault();
            // In a page that came with the dialog open somebody may be typing by now.
            if (!cameOpen && !hasFocus) giveFocus(closeLink.current);
          }}
          // Tab goes round in a dialog: Radix moves the focus from its end to its beginning without scrolling there.
          // What is being clicked stays under the pointer.
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget && !target.matches(":active"))
              target.scrollIntoView({ block: "nearest" });
          }}
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            // A message lies beside the dialog: taking it away is no wish to leave the form that it is about.
            const { target } = event.detail.originalEvent;
            if (target instanceof Element && target.closest(".toast")) event.preventDefault();
            // Nor is the second half of the double click that has opened the dialog.
            if (performance.now() - openedAt.current <= DOUBLE_PRESS_MS) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <PageLink
            ref={closeLink}
            {...closing}
            className="dialog-close"
            // For the page that arrives with the dialog open, before any script.
            autoFocus={!isHydrated && !hasFocus}
          >
            <span aria-hidden="true">×</span>
            <span className="sr-only">Close</span>
          </PageLink>
          <Dialog.Title id="dialog-title" className="text-2xl">
            {title}
          </Dialog.Title>
          <Closing value={closing}>
            {children}
            {closingText && (
              <p className="dialog-end">
                <ClosingLink>{closingText}</ClosingLink>
              </p>
            )}
          </Closing>
        </Dialog.Content>
      </div>
    </Dialog.Root>
  );
}

const Closing = createContext<Pick<LinkProps, "to" | "onClick">>({ to: "." });

/** Closes the dialog that it stands in. */
export const ClosingLink = ({ children }: { children: React.ReactNode }) => (
  <PageLink {...useContext(Closing)} className="text-link">
    {children}
  </PageLink>
);

/** Which entry of the history this is, as React Router counts them. */
const historyDepth = (): number => history.state?.idx ?? 0;

/** An element by its id, or the link with this address in the element with that id. */
type FocusTarget = string | { within: string; href: string };

function elementOf(target: FocusTarget): HTMLElement | null {
  if (typeof target === "string") return document.getElementById(target);
  const links = document.getElementById(target.within)?.querySelectorAll("a") ?? [];
  return [...links].find((link) => link.getAttribute("href") === target.href) ?? null;
}

function focusOn(target: FocusTarget): boolean {
  const element = elementOf(target);
  giveFocus(element);
  return element !== null;
}

/** A list that is loaded anew may take some seconds. */
const WAIT_MS = 5_000;

/** What was restored comes with the list: it gets the focus then, if nobody has taken it elsewhere meanwhile. */
function focusOnceThere(target: FocusTarget): void {
  const drawn = new MutationObserver(() => {
    if (document.activeElement?.id !== "main" || focusOn(target)) drawn.disconnect();
  });
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), WAIT_MS);
}
