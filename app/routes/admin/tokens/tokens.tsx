import { data, Form, href, useNavigation } from "react-router";
import { getOrganiser, requireRecentLogin } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import type { RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { DraftNotice, getFormId, submittedValues } from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { CheckboxField, createFieldProps, TextField } from "#app/components/form/field.tsx";
import { redirectWithError, redirectWithSuccess, saveForm } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm, readIntent } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import * as model from "#app/models/api-token/api-token.server.ts";
import { createDraft } from "#app/models/submission/draft.server.ts";
import { dayAfter, TOKEN_DAYS } from "#app/platform/api-token.server.ts";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { refuseItemForm } from "#app/routes/admin/item-refusals.ts";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { RIGHT_NAMES, RIGHTS } from "#app/vocabulary/api-rights.ts";
import type { Route } from "./+types/tokens";

export const meta = () => [];

const SCREEN = href("/admin/tokens");
const LABELS = { name: "Name", rights: "Rights", ...RIGHTS, until: "Last day" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const tokens = model.listApiTokens().map((token) => {
    const { id, name, rights, until, madeBy, endedAt } = token;
    return { id, name, rights, until, madeBy, endedAt, isInForce: model.isInForce(token) };
  });
  const kept = await loadDraft({ request, context });
  // Without a name, it is a pressed button.
  const draft = kept && "name" in kept ? kept : null;
  const days = { until: dayAfter(TOKEN_DAYS.usual), latest: dayAfter(TOKEN_DAYS.most) };
  return { tokens, draft, ...days, formId: crypto.randomUUID() };
}

/** Ends a token, or creates one, which only this response contains. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "end", ...Object.keys(LABELS)]);
  const { id: userId, email } = getOrganiser(context);
  if (form.has("end")) {
    const ended = await model.endApiToken(Number(form.get("end")), email, createOneTimeId(form));
    if (ended === null) return redirectWithError(SCREEN, "This token has already ended.");
    return redirectWithSuccess(SCREEN, `Token ${ended} ended.`);
  }
  await requireRecentLogin(request, () => createDraft(userId, Object.fromEntries(form)));
  const intent = await readIntent(form);
  for (const right of RIGHT_NAMES) if (form.get(right)) form.append("rights", right);
  // Only a repeated form reads `done`.
  const texts = { screen: SCREEN, noun: "token", done: SHOWN_ONCE, failed: "Failed to create token." };
  let created: string | null = null;
  const answer = await saveForm(form, model.ApiTokenInput, texts, async (values) => {
    const { secret, ...result } = await model.createApiToken(values, email, intent);
    created = secret;
    return result;
  });
  return created === null ? answer : data({ created });
}

export const clientAction = withFormRecovery((failed) => refuseItemForm("token", failed));

export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, until, latest } = loaderData;
  const { created, result, conflict }: Partial<RefusedFormResult> & { created?: string } = actionData ?? {};
  const typed = submittedValues(result) ?? draft;
  const isDraft = draft !== null && result === undefined;
  const isBusy = useNavigation().formMethod === "POST";
  const form = useUnsavedChanges({ isRefused: typed !== null, isDialog: false, version: created });
  const field = createFieldProps(LABELS, result, typed ?? { until });
  return (
    <AdminPage title={SCREENS.tokens.title} isRefused={result !== undefined}>
      {created && (
        <section className="card mb-6 max-w-3xl" data-tone="green">
          <TextField id="token" name="token" label={COPY} defaultValue={created} readOnly autoFocus />
        </section>
      )}
      <TokenList {...loaderData} />
      <h2 className="mt-12 text-2xl">Create a token</h2>
      <Form key={created} ref={form} method="post" action="?add=" noValidate className="mt-4 max-w-3xl">
        <FormErrors result={result} labels={LABELS} />
        {isDraft && <DraftNotice />}
        <input type="hidden" name="formId" value={getFormId(loaderData.formId, typed, conflict)} />
        <TextField {...field("name")} hint="Of the program that will use it, such as partner-site" />
        <fieldset id="rights">
          <legend className="mb-2 font-semibold">
            Rights{field("rights").error && ": choose at least one"}
          </legend>
          {RIGHT_NAMES.map((right) => (
            <CheckboxField key={right} {...field(right)} label={`${RIGHTS[right]} (${right})`} />
          ))}
        </fieldset>
        <TextField {...field("until")} type="date" hint={`In UTC, ${latest} at the latest`} />
        <button type="submit" className="button" disabled={isBusy}>
          Create Token
        </button>
      </Form>
    </AdminPage>
  );
}

const COPY = "Your new token. Copy it now: it is shown only once, because the site keeps only its hash.";
const SHOWN_ONCE = "A token is shown only once. If you did not see it, end it and create another.";

const ROW = "flex justify-between gap-3 px-3 py-2 text-base";

function TokenList({ tokens, formId }: Pick<Route.ComponentProps["loaderData"], "tokens" | "formId">) {
  if (tokens.length === 0)
    return <p>There are no tokens yet. With a token, another program can use the API.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <ul className="rows">
        {tokens.map(({ id, name, rights, until, madeBy, endedAt, isInForce }) => (
          <li key={id ?? name} data-row data-tone="grey" className={ROW}>
            <div className="wrap-anywhere min-w-0">
              <h2 className="text-base">{name}</h2>
              <p>{rights.join(", ")}</p>
              <p className="text-muted">
                {endedAt ? "Ended on " : isInForce ? "Valid until " : "Expired after "}
                {endedAt?.toISOString().slice(0, 10) ?? until} (UTC).{" "}
                {madeBy ? `Created by ${madeBy}.` : "To end it, remove it from API_TOKENS on the server."}
              </p>
            </div>
            {isInForce && id && (
              <Disclosure label="End" of={name}>
                <p>Programs that use this token will be refused at once. This cannot be undone.</p>
                <button type="submit" name="end" value={id} className="button button-danger mt-4">
                  End Token
                </button>
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </Form>
  );
}
