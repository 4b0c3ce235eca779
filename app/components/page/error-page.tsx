import { href } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { Reference } from "#app/components/page/reference.tsx";
import { PageLink } from "#app/components/page-link.tsx";
import { conference } from "#app/conference/conference.ts";

/**
 * What a visitor sees when a page fails: what to do next, and nothing about the inside. A null status
 * is an answer that never came.
 */
export function ErrorPage({ status, message }: { status: number | null; message?: string }) {
  const { title, advice } = wordsFor(status);
  return (
    <PageFrame>
      <title>{`${title} – ${conference.name}`}</title>
      <div className="page-width page-body">
        {status !== null && <p className="font-semibold text-muted">{status}</p>}
        <h1 className="mt-2 text-3xl">{title}</h1>
        <WhatToDo text={message ?? advice} />
        <p className="mt-8">
          <PageLink to={href("/")} className="button" reloadDocument>
            Go to the conference page
          </PageLink>
        </p>
      </div>
    </PageFrame>
  );
}

/**
 * The status of what was thrown and is no answer. In a browser that is a connection that failed, more often than
 * anything else: null.
 */
export const statusOfFault = (error: unknown): number | null =>
  error instanceof TypeError && typeof window !== "undefined" ? null : 500;

/** What to do about it, whom to tell, and what to quote then. */
export function WhatToDo({ text }: { text: string }) {
  return (
    <>
      <p className="mt-4 max-w-2xl">{text}</p>
      {conference.contact.email !== null && (
        <p className="mt-4 max-w-2xl">
          If it keeps happening, write to{" "}
          <a className="text-link" href={`mailto:${conference.contact.email}`}>
            {conference.contact.email}
          </a>{" "}
          and say what you were doing.
        </p>
      )}
      <Reference />
    </>
  );
}

/** What a page that failed is called, and its advice. A null status is an answer that never came. */
export const wordsFor = (status: number | null) =>
  status === null ? NO_ANSWER : status >= 500 ? OUR_FAULT : REFUSED;

const NO_ANSWER = {
  title: "The page could not be reached",
  advice: "You seem to be offline, or the connection was lost. Check it, then go back or reload the page.",
};
const OUR_FAULT = {
  title: "Sorry, something went wrong",
  advice:
    "The problem is on our side. Go back and try again in a few minutes. Anything already registered is safe.",
};
const REFUSED = {
  title: "That did not work",
  advice: "This page cannot handle that kind of request. Go back, reload the page and try again.",
};
