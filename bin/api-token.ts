// npm run api:token -- NAME read|full [--days N]: creates a token for a program, and its entry for API_TOKENS.
import { parseArgs } from "node:util";
import { createToken, TOKEN_DAYS } from "#app/platform/api-token.server.ts";

const { values, positionals } = parseArgs({
  options: { days: { type: "string", default: String(TOKEN_DAYS.usual) } },
  allowPositionals: true,
  strict: false,
});
const [name = "", scope = ""] = positionals;
const created = createToken(name, scope, Number(String(values.days)));
if (!created) {
  console.error(
    `Say what it is for and what it may do: npm run api:token -- NAME read, or full to change things too. A name has letters, digits, dots and dashes. It is good for ${TOKEN_DAYS.usual} days, or for --days N, ${TOKEN_DAYS.most} at most.`,
  );
  process.exitCode = 1;
} else {
  console.log(
    `The token, which is shown this once, good until ${created.until}:\n${created.token}\nAdd this to API_TOKENS, after a comma if there are others, and restart the site:\n${created.entry}`,
  );
}
