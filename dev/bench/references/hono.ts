// A minimal Hono registration server. Usage: node dev/bench/references/hono.ts PORT FOLDER
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openRegistrations, Registration } from "./registration.ts";

const [port, folder = "."] = process.argv.slice(2);
const insert = openRegistrations(folder);

const app = new Hono();
app.get("/", (context) => context.text("ready"));
app.post("/register", async (context) => {
  const parsed = Registration.safeParse(await context.req.parseBody());
  if (!parsed.success) return context.json({ errors: parsed.error.issues }, 422);
  insert.get(parsed.data);
  return context.redirect(`/register?confirmed=${parsed.data.formId}`, 303);
});
app.post("/api/registrations", async (context) => {
  const parsed = Registration.safeParse(await context.req.json());
  if (!parsed.success) return context.json({ errors: parsed.error.issues }, 422);
  return context.json(insert.get(parsed.data), 201);
});
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
