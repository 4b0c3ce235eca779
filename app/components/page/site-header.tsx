import { useEffect, useState } from "react";
import { href } from "react-router";
import { PageLink } from "#app/components/page-link.tsx";
import { conference, hasAbout } from "#app/conference/conference.ts";
import { useIsSignedIn } from "#app/hooks/use-is-signed-in.ts";

/** The navigation items of the landing page and their anchors (specification, 2). */
const ITEMS = [
  { label: "Home", anchor: "hero" },
  ...(hasAbout ? [{ label: "About", anchor: "about" }] : []),
  { label: "Program", anchor: "program" },
  { label: "Speakers", anchor: "speakers" },
  ...(conference.product === null
    ? []
    : [{ label: "FREE Subscription", anchor: conference.subscriptionAnchor }]),
  { label: "Register", anchor: "registration" },
  { label: "Venue", anchor: "venue" },
];

/** How far a page is scrolled before the navigation changes its style, in CSS pixels (specification, 9). */
const SCROLL_THRESHOLD = 50;

/** The fixed navigation: a row of links from md on, a menu below it. */
export function SiteHeader({ isOver }: { isOver: boolean }) {
  const isSignedIn = useIsSignedIn();
  const isScrolled = useScrolledPast(SCROLL_THRESHOLD);
  const menu = useMenu();
  return (
    <header className="site-header" data-scrolled={isScrolled || undefined}>
      <div className="page-width flex h-full items-center justify-between">
        <PageLink to={`${href("/")}#hero`} className="site-brand" onClick={menu.close}>
          {conference.name}
        </PageLink>{" "}
        {!isOver && (
          <PageLink to={`${href("/")}#registration`} className="button header-register">
            Register
          </PageLink>
        )}{" "}
        {/* Without script the menu is whatever the address says: #menu opens it, any other closes it. */}
        <a href="#menu" className="menu-toggle" {...menu.toggleProps}>
          {menu.isOpen ? "Close" : "Menu"}
        </a>{" "}
        {menu.isOpen === undefined && (
          <a href="#closed" className="menu-close">
            Close
          </a>
        )}
        <nav id="menu" aria-label="Main" className="site-menu" data-open={menu.isOpen}>
          <ul className="site-links">
            {ITEMS.map(({ label, anchor }) => (
              <li key={anchor}>
                <PageLink to={`${href("/")}#${anchor}`} onClick={menu.close}>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {isSignedIn && (
          <PageLink to={href("/admin")} reloadDocument className="button button-quiet max-md:hidden">
            Admin
          </PageLink>
        )}
      </div>
    </header>
  );
}

function useScrolledPast(threshold: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const update = () => setPast(window.scrollY > threshold);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [threshold]);
  return isPast;
}

/** The mobile menu with script: a button that says whether it is open, closed by Escape and by a choice. */
function useMenu() {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    setOpen(window.location.hash === "#menu");
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      // What is in it has the focus no more; where it is a row of links there is no button to have it.
      if (document.querySelector("#menu :focus"))
        document.querySelector<HTMLElement>(".menu-toggle")?.focus();
      setOpen(false);
    };
    window.addEventListener("keydown", closeOnEscape);
    return () => window.removeEventListener("keydown", closeOnEscape);
  }, []);

  const toggle = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setOpen(!isOpen);
  };
  const asButton = {
    role: "button",
    "aria-expanded": isOpen,
    "aria-controls": "menu",
    onClick: toggle,
    onKeyDown: (event: React.KeyboardEvent) => event.key === " " && toggle(event),
  } as const;
  return { isOpen, close: () => setOpen(false), toggleProps: isOpen === undefined ? {} : asButton };
}
