import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { REGISTRATION_FIELDS, type RegistrationField } from "#app/vocabulary/registration.ts";

type Answers = Partial<Record<RegistrationField, string>>;

/** Answers, kept only in memory while this tab stays on the site. */
let kept: Answers = {};

/** Keeps the input while the visitor is on another page, as browsers do between documents. */
export function useKeptAnswers(): { form: RefObject<HTMLFormElement | null>; answers: Answers } {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const isByLink = useNavigationType() !== "POP";
  const [answers] = useState(() => {
    const { registrationType: _, ...others } = kept;
    // A pass in the link takes precedence over the kept pass.
    return isByLink && new URLSearchParams(search).has("type") ? others : kept;
  });
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      kept = answersIn(element);
    };
  }, []);
  useEffect(() => {
    // Asks before leaving the document, which would discard the input.
    const ask = (event: BeforeUnloadEvent) => {
      const { registrationType: _, favoredStream: __, ...texts } = answersIn(form.current);
      if (Object.values(texts).some(Boolean)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return { form, answers };
}

function answersIn(form: HTMLFormElement | null): Answers {
  const fields = new FormData(form ?? undefined);
  return Object.fromEntries(
    REGISTRATION_FIELDS.flatMap((name) => (fields.has(name) ? [[name, String(fields.get(name))]] : [])),
  );
}

/** Empties the form for the next person at this computer. */
export function useClearKeptAnswers(): void {
  useEffect(() => {
    kept = {};
  }, []);
}
