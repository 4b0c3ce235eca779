import { createCookie } from "react-router";
import { type App, formPost } from "../../support/app.ts";
import { logIn } from "../../support/organiser.ts";

const cookieValue = (cookies: string, name: string) =>
  decodeURIComponent(cookies.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? "");

export type Attack = {
  kind: string;
  value: string;
  /** Values signed for other purposes and for other people. */
  others: string[];
  /** True if an altered value means the same as the original. */
  isTheSame?: (value: string) => boolean;
  /** True if the unaltered value is accepted. */
  isGood?: boolean;
  /** The fault in the response to an altered value, or null. */
  problemWith: (value: string) => Promise<string | null>;
};

/** Every kind of value that the site signs or reads back, with its checks. */
export async function tamperingAttacks(app: App): Promise<Attack[]> {
  const { signingKeys } = await import("#app/platform/secrets.server.ts");
  const { createUploadUrl } = await import("#app/http/upload-url.server.ts");
  const { redirectWithToast } = await import("#app/http/toast.server.ts");
  const cookies = await logIn();
  const login = cookieValue(cookies, "login");
  const someoneElse = cookieValue(await logIn("bela@example.com"), "login");
  const sid: string = JSON.parse(Buffer.from(login.replace(/\..*/, ""), "base64").toString());
  // These cookies have a valid sid but were signed for another purpose.
  const signedForElse = await Promise.all(
    (["visit", "toast", "upload"] as const).map(async (purpose) =>
      cookieValue(await createCookie("login", { secrets: signingKeys(purpose) }).serialize(sid), "login"),
    ),
  );
  const visit = cookieValue(cookies, "had-login");
  const toastAnswer = await redirectWithToast("/", { type: "success", message: "planted" });
  const toast = cookieValue(toastAnswer.headers.getSetCookie().join("; "), "toast");
  const upload = new URL(createUploadUrl());
  const signature = upload.searchParams.get("signature") ?? "";
  const all = [...signedForElse, visit, toast, signature];
  const cookie = (name: string, value: string) => ({ Cookie: `${name}=${encodeURIComponent(value)}` });
  const problemIfAccepted = async (path: string, value: string) => {
    const { status } = await app.fetch(path, { headers: cookie("login", value) });
    return status === 401 ? null : `answered ${status}`;
  };
  // A signature's last base64 character has unused bits.
  const hasSameSignature = (real: string) => (value: string) => {
    const bytes = (signed: string) => Buffer.from(signed.replace(/^.*\./, ""), "base64");
    const payload = (signed: string) => signed.replace(/\.[^.]*$/, "");
    return bytes(value).equals(bytes(real)) && payload(value) === payload(real);
  };
  const draftCount = () => app.sqlite.prepare("select count(*) from drafts").pluck().get();

  return [
    {
      kind: "login cookies",
      isGood: true,
      value: login,
      others: all,
      isTheSame: hasSameSignature(login),
      problemWith: (value) => problemIfAccepted("/api/auth/user", value),
    },
    {
      kind: "logins of others",
      value: someoneElse.replace(/\.[^.]*$/, `.${login.replace(/^.*\./, "")}`),
      others: [login.replace(/^.*\./, "x."), ...signedForElse],
      isTheSame: (value) => hasSameSignature(login)(value) || hasSameSignature(someoneElse)(value),
      problemWith: (value) => problemIfAccepted("/admin/delegates", value),
    },
    {
      kind: "toasts",
      isGood: true,
      value: toast,
      others: [login, ...signedForElse, visit],
      isTheSame: hasSameSignature(toast),
      problemWith: async (value) => {
        const answer = await app.fetch("/register", { headers: cookie("toast", value) });
        if (answer.status >= 500) return `answered ${answer.status}`;
        return (await answer.text()).includes('class="toast"') ? "is shown" : null;
      },
    },
    {
      kind: "had-login cookies",
      value: visit,
      others: [login, ...signedForElse, toast],
      isTheSame: hasSameSignature(visit),
      problemWith: async (value) => {
        const form = formPost({ name: "x" }, cookie("had-login", value));
        const answer = await app.fetch("/admin/speakers?add=", form);
        if (answer.status !== 401) return `answered ${answer.status}`;
        return draftCount() === 0 ? null : "left a draft";
      },
    },
    {
      kind: "upload URLs",
      value: `${upload.pathname.split("/").at(-1)}?${upload.searchParams.get("expires")}.${signature}`,
      others: [new URL(createUploadUrl()), new URL(createUploadUrl())]
        .map(({ searchParams }) => `x?${searchParams.get("expires")}.${searchParams.get("signature")}`)
        .concat(all),
      problemWith: async (value) => {
        const [, id = "", expires = "", signature = ""] = /^([^?]*)\??([^.]*)\.?(.*)$/s.exec(value) ?? [];
        const query = new URLSearchParams({ expires, signature });
        const answer = await app.fetch(`/objects/uploads/${encodeURIComponent(id)}?${query}`, {
          method: "PUT",
          headers: { Cookie: cookies, "Sec-Fetch-Site": "same-origin", "Content-Type": "image/png" },
          body: "not an image, which is checked later",
        });
        return [400, 403, 404, 405].includes(answer.status) ? null : `answered ${answer.status}`;
      },
    },
  ];
}
