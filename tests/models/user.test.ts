import { expect, test } from "vitest";
import { welcomeName } from "#app/models/login/user.server.ts";

test("the welcome line has the first name, else the email address, else 'Admin'", () => {
  expect(welcomeName({ firstName: "Ana", email: "ana@example.com" })).toBe("Ana");
  expect(welcomeName({ firstName: null, email: "ana@example.com" })).toBe("ana@example.com");
  expect(welcomeName({ firstName: "", email: "" })).toBe("Admin");
  expect(welcomeName(null)).toBe("Admin");
});
