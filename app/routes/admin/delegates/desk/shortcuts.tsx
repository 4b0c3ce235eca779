import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { UndoElsewhere } from "#app/routes/admin/delegates/desk/desk.ts";
import { useDeskKeys } from "#app/routes/admin/delegates/desk/use-desk-keys.ts";

const KEYS = [
  ["j", "Next delegate"],
  ["k", "Previous delegate"],
  ["Enter", "Fold out, or in"],
  ["x", "Select"],
  ["a", "Accredit, and go to the next"],
  ["d", "Decline, with a line to them"],
  ["u", "Undo"],
  ["c", "Change the selected, or write to them"],
  ["/", "Search"],
  ["?", "These shortcuts"],
] as const;

const STORED = "desk-shortcuts";

/** The keys of the desk, and what says which there are and switches them off. Nothing without script. */
export function Shortcuts({ elsewhere }: { elsewhere: UndoElsewhere[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(STORED) !== "off"), []);
  const notice = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState({ text: "", isAboutUndo: false });
  const showHelp = () => dialog.current?.showModal();
  useDeskKeys(isOn, showHelp, (text, isAboutUndo = false) => {
    flushSync(() => setSaid({ text, isAboutUndo }));
    notice.current?.showModal();
  });
  const isHydrated = useHydrated();
  return (
    <>
      {/* Its place is kept until script runs. */}
      <button
        type="button"
        className={`text-link desk-help ${isHydrated ? "" : "invisible"}`}
        onClick={showHelp}
      >
        <span className="max-lg:hidden">Keyboard shortcuts</span>
        <span className="lg:hidden">Shortcuts</span>
      </button>
      {isHydrated && (
        <KeyDialog ref={dialog} id="shortcuts" title="Keyboard shortcuts">
          <dl className="mt-4 grid grid-cols-[4rem_1fr] gap-y-2">
            {KEYS.map(([key, text]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <label className="mt-4 flex items-center gap-2">
            <input
              type="checkbox"
              className="size-6 accent-link"
              checked={isOn}
              onChange={({ currentTarget: { checked } }) => {
                setOn(checked);
                localStorage.setItem(STORED, checked ? "on" : "off");
              }}
            />
            Use these shortcuts
          </label>
        </KeyDialog>
      )}
      {isHydrated && (
        <KeyDialog ref={notice} id="key-notice" title={said.text}>
          {said.isAboutUndo &&
            elsewhere.map(({ what, where, href }) => (
              <p key={what + href} className="wrap-anywhere mt-4">
                {what} can be undone on{" "}
                <Link to={href} className="text-link">
                  {where}
                </Link>
                .
              </p>
            ))}
        </KeyDialog>
      )}
    </>
  );
}

/** Begins at its title: whoever types on would press the button with a space. */
function KeyDialog({
  ref,
  id,
  title,
  children,
}: {
  ref: React.Ref<HTMLDialogElement>;
  id: string;
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <dialog ref={ref} className="dialog leave-dialog" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="wrap-anywhere text-xl">
        {title}
      </h2>
      {children}
      <form method="dialog" className="mt-6">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
