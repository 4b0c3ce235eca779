// npm run api:token -- NAME read|full: a new token for a program, and the entry for API_TOKENS.
import { createToken } from "#app/api-token.server.ts";

const [name = "", scope = ""] = process.argv.slice(2);
const created = createToken(name, scope);
if (!created) {
  console.error(
    "Say what it is for and what it may do: npm run api:token -- NAME read, or full to change things too. A name has letters, digits, dots and dashes.",
  );
  process.exitCode = 1;
} else {
  console.log(
    `The token, which is shown this once:\n${created.token}\nAdd this to API_TOKENS, with a comma after what is there, and start the site anew:\n${created.entry}`,
  );
}
