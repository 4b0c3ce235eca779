import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * What is said above things that can be pressed, and goes once it has been seen to: its room is left free until the
 * page shows something else, so that nothing else moves under a pointer that is about to press. What is still there
 * stands at the end of the room.
 */
export function LeftRoom({
  isNeeded,
  className = "",
  children,
}: {
  isNeeded: boolean;
  className?: string;
  /** Nothing, or what is there also when it is not needed. */
  children: React.ReactNode;
}) {
  const { pathname, search } = useLocation();
  // An answer may write the same address in another way: '+' or '%20'.
  const page = `${pathname}?${new URLSearchParams(search)}`;
  const room = useRef<HTMLDivElement>(null);
  /** The page on which it was left. */
  const left = useRef<string | null>(null);
  // It is kept while it is filled: where the page became lower for a moment, the browser would scroll it.
  useLayoutEffect(() => {
    if (!room.current) return;
    const { style } = room.current;
    if (isNeeded) {
      style.minHeight = "";
      style.minHeight = `${room.current.getBoundingClientRect().height}px`;
      left.current = null;
    } else if (left.current === null) left.current = page;
    else if (left.current !== page) style.minHeight = "";
  });
  return (
    <div ref={room} className={`left-room ${className}`}>
      {children}
    </div>
  );
}
