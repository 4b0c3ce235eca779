// A minimal Fastify registration server. Usage: node dev/bench/references/fastify.ts PORT FOLDER
import formbody from "@fastify/formbody";
import fastify from "fastify";
import { openRegistrations, Registration } from "./registration.ts";

const [port, folder = "."] = process.argv.slice(2);
const insert = openRegistrations(folder);

const app = fastify();
await app.register(formbody);
app.get("/", async () => "ready");
app.post("/register", async (request, reply) => {
  const parsed = Registration.safeParse(request.body);
  if (!parsed.success) return reply.code(422).send({ errors: parsed.error.issues });
  insert.get(parsed.data);
  return reply.redirect(`/register?confirmed=${parsed.data.formId}`, 303);
});
app.post("/api/registrations", async (request, reply) => {
  const parsed = Registration.safeParse(request.body);
  if (!parsed.success) return reply.code(422).send({ errors: parsed.error.issues });
  return reply.code(201).send(insert.get(parsed.data));
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
