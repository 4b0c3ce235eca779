// Reads a page's forms as a browser without JavaScript would send them.

const decode = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : decode(value);
};

/** Finds the form or the form's button with this text. Returns the action and hidden fields. */
export function formWith(html: string, text: string): { action: string; fields: URLSearchParams } {
  const forms = html.match(/<form[\s>][\s\S]*?<\/form>/g) ?? [];
  const button = html.match(/<button[^>]* form="[\s\S]*?<\/button>/g)?.find((one) => one.includes(text));
  const owner = button && forms.find((one) => attribute(one, "id") === attribute(button, "form"));
  const form = forms.find((one) => one.includes(text)) ?? owner;
  if (!form) throw new Error(`The page has no form with ${JSON.stringify(text)}`);
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = attribute(input, "name");
    if (name) fields.append(name, attribute(input, "value") ?? "");
  }
  if (button && form === owner)
    fields.append(attribute(button, "name") ?? "", attribute(button, "value") ?? "");
  return { action: attribute(form.slice(0, form.indexOf(">") + 1), "action") ?? "", fields };
}

/** Form action and fields that the browser sends when the button with this text is pressed. */
export function pressed(html: string, text: string): { action: string; fields: Record<string, string> } {
  const page = html.replace(/<!--.*?-->/g, "");
  const plain = (button: string) => button.replace(/<span aria-hidden.*?<\/span>|<[^>]+>/g, "");
  const buttons = page.match(/<button[^>]* type="submit"[^>]*>[\s\S]*?<\/button>/g) ?? [];
  const button = buttons.find((one) => plain(one).startsWith(text));
  if (!button) throw new Error(`The page has no button ${JSON.stringify(text)}`);
  const { action, fields } = formWith(page, button);
  const name = attribute(button, "name");
  return {
    action,
    fields: { ...Object.fromEntries(fields), ...(name && { [name]: attribute(button, "value") ?? "" }) },
  };
}

/** Value of the checkbox for a delegate. @throws if there is none. */
export function boxOf(html: string, name: string): string {
  // React separates adjacent texts with comments.
  const labels = html.replace(/<!--.*?-->/g, "").match(/<label[\s>][\s\S]*?<\/label>/g);
  const label = labels?.find((one) => one.includes(`>Select ${name}<`));
  const value = label && attribute(label, "value");
  if (!value) throw new Error(`The page has no box for ${name}`);
  return value;
}

/** All values of the form that contains this text: hidden fields, texts and selected options. */
export function answersIn(html: string, text: string): { action: string; fields: Record<string, string> } {
  const { action, fields } = formWith(html, text);
  const form = html.match(/<form[\s>][\s\S]*?<\/form>/g)?.find((one) => one.includes(text)) ?? "";
  const typed = (form.match(/<input[^>]*>/g) ?? []).filter((tag) => !/type="(?:checkbox|radio)"/.test(tag));
  const chosen = [...form.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)].map(
    ([, tag = "", options = ""]) => {
      const option = options.match(/<option[^>]* selected[^>]*>/)?.[0] ?? options.match(/<option[^>]*>/)?.[0];
      return [attribute(tag, "name") ?? "", attribute(option ?? "", "value") ?? ""];
    },
  );
  const texts = typed.map((tag) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""]);
  return { action, fields: { ...Object.fromEntries([...fields, ...texts, ...chosen]) } };
}
