import * as Dialog from "@radix-ui/react-dialog";
import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";
import type { LinkProps } from "react-router";
import { PageLink, TextLink } from "#app/components/links.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";

export type UrlDialogProps = {
  title: React.ReactNode;
  /** URL of the link that closes the dialog without JavaScript. */
  closeHref: string;
  onClose: () => void;
  /** Control that opened the dialog and receives the focus when it closes. */
  returnFocusTo: FocusTarget;
  /** Text of a second Close link, at the end of a dialog without a form. */
  closingText?: string;
  /** True if a control in the dialog takes the focus. */
  hasFocus?: boolean;
  children: React.ReactNode;
};

/** Dialog controlled by the URL. The page behind it must be `inert` to trap the focus. */
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
      // Waits until React has removed the dialog and the page behind is no longer inert.
      queueMicrotask(() => {
        // If another dialog follows, that dialog takes the focus.
        if (document.querySelector("[role=dialog]") && historyDepth() >= depth.current) return;
        const opened = elementOf(opener.current);
        if (opened) opened.focus();
        else document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [],
  );
  const closing = {
    // Without JavaScript, returns to the control that opened the dialog.
    to: typeof returnFocusTo === "string" ? `${closeHref}#${returnFocusTo}` : closeHref,
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      onClose();
    },
  };
  return (
    // A modal Radix dialog writes inline styles, which the content security policy forbids.
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click outside must not move the focus */}
      <div
        className="dialog-backdrop"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          // Ignores the second click of the double click that opened the dialog.
          if (event.detail === 1) onClose();
        }}
      >
        <Dialog.Content
          className="dialog"
          aria-modal="true"
          aria-labelledby="dialog-title"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Replaces Radix's initial focus, which skips links.
            event.preventDefault();
            // If the page was loaded with the dialog open, the visitor may already be typing.
            if (!cameOpen && !hasFocus) closeLink.current?.focus();
          }}
          // Scrolls, because Radix wraps focus without scrolling. Clicked controls must not move.
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
            // Focuses the link before hydration if the page was loaded with the dialog open.
            autoFocus={!isHydrated && !hasFocus}
          >
            <span aria-hidden="true">×</span>
            <span className="sr-only">Close</span>
          </PageLink>
          <Dialog.Title id="dialog-title">{title}</Dialog.Title>
          <Closing value={closing}>
            {children}
            {closingText && (
              <p className="dialog-end">
                <CloseLink>{closingText}</CloseLink>
              </p>
            )}
          </Closing>
        </Dialog.Content>
      </div>
    </Dialog.Root>
  );
}

const Closing = createContext<Pick<LinkProps, "to" | "onClick">>({ to: "." });

export const CloseLink = ({ children }: { children: React.ReactNode }) => (
  <TextLink {...useContext(Closing)}>{children}</TextLink>
);

/** Index of the history entry, maintained by React Router. */
const historyDepth = (): number => history.state?.idx ?? 0;

/** Id of an element, or the link to `href` in the element with the id `within`. */
type FocusTarget = string | { within: string; href: string };

function elementOf(target: FocusTarget): HTMLElement | null {
  if (typeof target === "string") return document.getElementById(target);
  const links = document.getElementById(target.within)?.querySelectorAll("a") ?? [];
  return [...links].find((link) => link.getAttribute("href") === target.href) ?? null;
}
