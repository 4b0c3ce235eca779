import * as Dialog from "@radix-ui/react-dialog";
import { Link } from "react-router";
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
  children,
}: {
  title: string;
  /** Where the closing link leads without script. */
  closeHref: string;
  /** Closes the dialog with script. */
  onClose: () => void;
  /** A selector of what takes the focus afterwards: what opened the dialog, if it is on the page. */
  returnFocusTo: string;
  children: React.ReactNode;
}) {
  const isHydrated = useHydrated();
  return (
    // Not modal: a modal Radix dialog writes inline styles, which the page's policy forbids.
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className="dialog-backdrop">
        <Dialog.Content
          className="dialog"
          aria-modal="true"
          aria-labelledby="dialog-title"
          aria-describedby={undefined}
          onFocusOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            document.getElementById("dialog-title")?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>(returnFocusTo)?.focus({ preventScroll: true });
          }}
        >
          <Link
            to={closeHref}
            className="dialog-close"
            onClick={(event) => {
              event.preventDefault();
              onClose();
            }}
          >
            <span aria-hidden="true">×</span>
            <span className="sr-only">Close</span>
          </Link>
          {/* autoFocus is for the page that arrives with the dialog open; later ones are Radix's. */}
          <Dialog.Title id="dialog-title" tabIndex={-1} autoFocus={!isHydrated} className="text-2xl">
            {title}
          </Dialog.Title>
          {children}
        </Dialog.Content>
      </div>
    </Dialog.Root>
  );
}
