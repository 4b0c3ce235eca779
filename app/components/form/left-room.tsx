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
  const height = useRef(0);
  const left = useRef("");
  // With the commit in which it goes; measured with each one before, since it may say less than it did.
  useLayoutEffect(() => {
    if (!room.current) return;
    const { style } = room.current;
    if (isNeeded) {
      style.minHeight = "";
      height.current = room.current.getBoundingClientRect().height;
    } else if (height.current > 0) {
      style.minHeight = `${height.current}px`;
      height.current = 0;
      left.current = page;
    } else if (left.current !== page) style.minHeight = "";
  });
  return (
    <div ref={room} className={`left-room ${className}`}>
      {children}
    </div>
  );
}
