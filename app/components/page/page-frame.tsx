import { Fragment, useEffect, useState } from "react";
import { href, useRouteLoaderData } from "react-router";
import { ContactLink, ExternalLink, focusLinkTarget, PageLink } from "#app/components/links.tsx";
import { useServerRender } from "#app/components/page/server-render.ts";
import { conference, hasAbout } from "#app/conference/conference.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import { NOTICES } from "#app/sharing/sharing.ts";

type PageFrameProps = {
  children: React.ReactNode;
  inert?: boolean;
  /** True once registration is over, to hide the register button. */
  isOver?: boolean;
};

/** Header, content and footer of a public page. Set `inert` while a dialog is open. */
export function PageFrame({ children, inert = false, isOver = false }: PageFrameProps) {
  return (
    <div inert={inert}>
      <SkipLink isDialogOpen={inert} />
      <SiteHeader isOver={isOver} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Skip link. An open dialog makes it inert, but text browsers ignore `inert` and can follow it. */
export function SkipLink({ isDialogOpen }: { isDialogOpen: boolean }) {
  return (
    <a href={isDialogOpen ? "#dialog-title" : "#main"} className="skip-link" onClick={focusLinkTarget}>
      {isDialogOpen ? "Skip to the dialog" : "Skip to main content"}
    </a>
  );
}

/** Navigation links (specification, section 2). */
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

/** Without a headline, the hero shows the conference's name, which the brand must not repeat. */
const BRAND = conference.headline === null ? "site-brand after-hero" : "site-brand";

/** In CSS pixels (specification, section 9). */
const SCROLL_THRESHOLD = 50;

function SiteHeader({ isOver }: { isOver: boolean }) {
  const isLoggedIn = useRouteLoaderData<Visitor>("root")?.isLoggedIn;
  const isScrolled = useIsScrolled();
  const menu = useMenu();
  return (
    <header className="site-header" data-scrolled={isScrolled || undefined}>
      <div className="page-width flex h-full items-center justify-between">
        <PageLink to={`${href("/")}#hero`} className={BRAND} onClick={menu.close}>
          {conference.name}
        </PageLink>{" "}
        {!isOver && (
          <PageLink to={`${href("/")}#registration`} className="button header-register after-hero">
            Register
          </PageLink>
        )}{" "}
        {/* Without JavaScript, the fragment #menu opens the menu, and other fragments close it. */}
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
        {isLoggedIn && (
          <PageLink to={href("/admin")} reloadDocument className="button button-quiet max-md:hidden">
            Admin
          </PageLink>
        )}
      </div>
    </header>
  );
}

function useIsScrolled(): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const update = () => setPast(window.scrollY > SCROLL_THRESHOLD);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);
  return isPast;
}

/** `isOpen` is undefined until hydration. */
function useMenu() {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    setOpen(window.location.hash === "#menu");
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      // Closing hides the focused link. On desktops, focusing the hidden toggle does nothing.
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

function SiteFooter() {
  const { name, contact, city, date, social, pages } = conference;
  const server = useServerRender();
  const address = server ? server.sharing?.url : window.location.href;
  const host = address && new URL(address).host;
  return (
    <footer className="bg-night py-6 text-white md:py-12">
      <div className="page-width grid gap-x-8 gap-y-6 max-md:flex max-md:flex-wrap md:grid-cols-[auto_auto_auto]">
        <div className="max-md:w-full">
          <p className="font-display font-semibold text-2xl">{name}</p>
          <p className="mt-2">{addNonBreakingSpaces(date.long)}</p>
          <p>{city}</p>
          <p className="print-only" suppressHydrationWarning>
            {host}
          </p>
        </div>
        <div>
          <h2 className="text-xl">Contact</h2>
          <ul className="mt-2">
            <li>
              <ContactLink className="footer-link" />
            </li>
            {contact.phone !== null && contact.phoneHref !== null && (
              <li>
                <a className="footer-link" href={contact.phoneHref}>
                  {contact.phone}
                </a>
              </li>
            )}
          </ul>
        </div>
        {social.length > 0 && (
          <div className="no-print">
            <h2 className="text-xl">Follow</h2>
            <ul className="mt-2 grid grid-cols-2 gap-x-4">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <ExternalLink className="footer-link" href={href}>
                    {name}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="col-span-full flex w-full flex-wrap gap-x-6 no-print">
          {Object.entries(NOTICES).map(([path, { title }]) => (
            <Fragment key={path}>
              <PageLink className="footer-link" to={path}>
                {title}
              </PageLink>{" "}
            </Fragment>
          ))}
          {pages.map(({ title, href }) => (
            <Fragment key={href}>
              <a className="footer-link" href={href}>
                {title}
              </a>{" "}
            </Fragment>
          ))}
        </p>
      </div>
    </footer>
  );
}

export type Visitor = { isLoggedIn: boolean };
