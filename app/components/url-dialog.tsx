import * as Dialog from "@radix-ui/react-dialog";
import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";
import type { LinkProps } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

type UrlDialogProps = {
  title: React.ReactNode;
  /** The closing link's address without script. */
  closeHref: string;
  onClose: () => void;
  /** The control that opened the dialog gets the focus afterwards, else the page. */
  returnFocusTo: FocusTarget;
  /** A second closing link at the end of a long dialog that has no form with such a link. */
  closingText?: string;
  /** A control in the dialog takes the focus by itself. */
  hasFocus?: boolean;
  children: React.ReactNode;
};

/** The address opens and closes it. The page behind has to be `inert`, which keeps the focus inside. */
export function UrlDialog(props: UrlDialogProps) {
  const { title, closeHref, onClose, returnFocusTo, closingText, hasFocus = false, children } = props;
  const isHydrated = useHydrated();
  const [cameOpen] = useState(!isHydrated);
  const closeLink = useRef<HTMLAnchorElement>(null);
  const opener = useRef(returnFocusTo);
  const depth = useRef(0);
  useLayoutEffect(() => {
    opener.current = returnFocusTo;
    depth.current = historyDepth();
  });
  useLayoutEffect(
    () => () =>
      // With the commit that removes the dialog, as soon as the page behind is no longer inert.
      queueMicrotask(() => {
        // A dialog that this one led to begins at its beginning.
        if (document.querySelector("[role=dialog]") && historyDepth() >= depth.current) return;
        if (focusOn(opener.current)) return;
        document.getElementById("main")?.focus({ preventScroll: true });
        focusOnceThere(opener.current);
      }),
    [],
  );
  const closing = {
    // Without script the page comes back at the control that opened the dialog.
    to: typeof returnFocusTo === "string" ? `${closeHref}#${returnFocusTo}` : closeHref,
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      onClose();
    },
  };
  return (
    // A modal Radix dialog writes inline styles, which the page's policy forbids.
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the dialog is to leave the focus where it is */}
      <div
        className="dialog-backdrop"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          // The second half of the double click that opened the dialog is no wish to leave it.
          if (event.detail === 1) onClose();
        }}
      >
        <Dialog.Content
          className="dialog"
          aria-modal="true"
          aria-labelledby="dialog-title"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Radix itself passes over links.
            event.preventDefault();
            // In a page that came with the dialog open a person may be typing by now.
            if (!cameOpen && !hasFocus) closeLink.current?.focus();
          }}
          // Radix moves the focus from end to beginning without scrolling; clicked controls stay.
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget && !target.matches(":active"))
              target.scrollIntoView({ block: "nearest" });
          }}
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <PageLink
            ref={closeLink}
            {...closing}
            className="dialog-close"
            // The page that arrives with the dialog open needs it before any script.
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

export const ClosingLink = ({ children }: { children: React.ReactNode }) => (
  <PageLink {...useContext(Closing)} className="text-link">
    {children}
  </PageLink>
);

/** React Router counts the entries of the history. */
const historyDepth = (): number => history.state?.idx ?? 0;

/** An id, or the link with this address in the element with that id. */
type FocusTarget = string | { within: string; href: string };

function elementOf(target: FocusTarget): HTMLElement | null {
  if (typeof target === "string") return document.getElementById(target);
  const links = document.getElementById(target.within)?.querySelectorAll("a") ?? [];
  return [...links].find((link) => link.getAttribute("href") === target.href) ?? null;
}

function focusOn(target: FocusTarget): boolean {
  const element = elementOf(target);
  element?.focus();
  return element !== null;
}

/** A list that is loaded anew may take some seconds. */
const WAIT_MS = 5_000;

/** A restored item comes with the list, and gets the focus if no one has moved it meanwhile. */
function focusOnceThere(target: FocusTarget): void {
  const drawn = new MutationObserver(() => {
    if (document.activeElement?.id !== "main" || focusOn(target)) drawn.disconnect();
  });
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), WAIT_MS);
}
