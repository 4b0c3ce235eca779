// npm run api:token -- NAME public|read|full [--days N]: prints a new token and its entry for API_TOKENS.
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
    `Usage: npm run api:token -- NAME public|read|full [--days N]. NAME may contain letters, digits, dots and dashes. public permits only the program and numbers; full also permits changes. The token is valid for ${TOKEN_DAYS.usual} days, or for N days, at most ${TOKEN_DAYS.most}.`,
  );
  process.exitCode = 1;
} else {
  console.log(
    `The token, valid until ${created.until} and shown only once:\n${created.token}\nAdd this to API_TOKENS, after a comma if there are others, and restart the site:\n${created.entry}`,
  );
}
