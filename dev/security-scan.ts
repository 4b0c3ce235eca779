// node dev/security-scan.ts [seconds] [sqlmap|wapiti]: runs sqlmap and wapiti against a new server.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type OrganisedServer, startOrganisedServer } from "../tests/faults/support/organised-server.ts";
import { aFormId } from "../tests/support/form-id.ts";

/** Each tool is stopped after this time. */
const LIMIT_SECONDS = Number(process.argv[2] ?? 280);
/** The wapiti modules that contact no other host. */
const WAPITI_MODULES = "blindsql,cookieflags,crlf,csp,exec,file,http_headers,permanentxss,redirect,sql,xss";

const server = await startOrganisedServer();
// Blocks logout: the tools follow every link, and wapiti cannot exclude links on newer Pythons.
const sqlite = new Database(join(server.dataDir, "conference.db"));
sqlite.exec("create trigger stay before delete on login_sessions begin select raise(ignore); end");
sqlite.close();
const folder = mkdtempSync(join(tmpdir(), "scan-"));
try {
  if (isWanted("sqlmap")) await scanWithSqlmap(server);
  if (isWanted("wapiti")) await scanWithWapiti(server);
} finally {
  await server.stop();
}
const failures = server.output.join("").match(/"status":5\d\d/g)?.length ?? 0;
console.log(`5xx responses during the scan: ${failures}`);

function isWanted(tool: string): boolean {
  if (process.argv[3] !== undefined && process.argv[3] !== tool) return false;
  const isThere = spawnSync(tool, ["--version"]).status === 0;
  if (!isThere) console.log(`${tool}: not installed, skipped`);
  return isThere;
}

/** Scans the parameters of forms and API calls. An asterisk marks a parameter in a path. */
async function scanWithSqlmap({ origin, cookie }: OrganisedServer): Promise<void> {
  const form = (fields: string) => ({ body: fields, type: "application/x-www-form-urlencoded" });
  const json = (value: object) => ({ body: JSON.stringify(value), type: "application/json" });
  const speaker = "formId=1&seen=1&name=Ana&title=t&company=c&category=b2b&featured=on&bio=b&imageUrl=";
  const session = "formId=1&seen=1&title=t&time=9%3A00+AM&type=keynote&track=none&description=d";
  const delegate = {
    registrationType: "pr_pass",
    name: "Noor",
    email: "noor@example.com",
    phone: "1",
    jobTitle: "j",
    favoredStream: "b2b",
    notes: "n",
  };
  const targets: [method: string, path: string, sent?: { body: string; type: string }][] = [
    ["GET", "/?session=1"],
    ["GET", "/?speaker=1"],
    ["GET", "/register?type=pr_pass&confirmed=1"],
    ["GET", "/api/login?to=1&link=1&code=1&state=1&error=1"],
    ["GET", "/api/sessions/1*/speakers"],
    ["GET", "/api/speakers/1*/sessions"],
    ["GET", "/objects/uploads/1*?expires=1&signature=1"],
    ["GET", "/admin/speakers?edit=1&delete=1&draft=1"],
    ["GET", "/admin/program?edit=1&delete=1&draft=1"],
    ["GET", "/admin/connections?draft=1"],
    ["POST", "/register", form(`formId=${aFormId()}&${new URLSearchParams(delegate)}`)],
    ["POST", "/api/registrations", json(delegate)],
    ["POST", "/api/login?link=", form("link=1")],
    ["POST", "/admin/speakers?edit=1", form(speaker)],
    ["POST", "/admin/speakers", form("move=up&id=1")],
    ["POST", "/admin/program?edit=1", form(session)],
    ["POST", "/admin/connections", form("speakerId=1&sessionId=2&role=speaker")],
    [
      "PUT",
      "/api/admin/speakers/1*",
      json({ name: "Ana", title: "t", company: "c", bio: "b", category: "b2b" }),
    ],
    [
      "PUT",
      "/api/admin/program/1*",
      json({ title: "t", time: "9:00 AM", type: "keynote", description: "d" }),
    ],
    ["POST", "/api/admin/speaker-sessions", json({ speakerId: 1, sessionId: 2, role: "speaker" })],
    ["DELETE", "/api/admin/speaker-sessions/1*/2*"],
    ["PUT", "/api/speakers/1*/image", json({ imageURL: "/objects/uploads/1" })],
  ];
  const requests = targets.map(([method, path, sent], index) => {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(origin).host}`,
      `Cookie: ${cookie}`,
      "Sec-Fetch-Site: same-origin",
      ...(sent ? [`Content-Type: ${sent.type}`] : []),
    ];
    const file = join(folder, `request-${index}`);
    writeFileSync(file, `${head.join("\r\n")}\r\n\r\n${sent?.body ?? ""}`);
    return file;
  });
  const deadline = Date.now() + LIMIT_SECONDS * 1000;
  let tried = 0;
  let found = 0;
  let unfinished = 0;
  for (const [index, file] of requests.entries()) {
    const seconds = (deadline - Date.now()) / 1000 / (requests.length - index);
    const options =
      "--ignore-stdin --batch --level=1 --risk=1 --dbms=sqlite --technique=BEU --flush-session --disable-coloring".split(
        " ",
      );
    const output = await run("sqlmap", ["-r", file, ...options, `--output-dir=${folder}`], seconds);
    const names = [
      ...output.text.matchAll(/parameter '([^']+)' (?:does not seem to be injectable|is vulnerable)/g),
    ];
    tried += new Set(names.map(([, name]) => name)).size;
    if (output.isCut) unfinished += 1;
    if (/identified the following injection|is vulnerable/.test(output.text)) {
      found += 1;
      console.log(`sqlmap: ${targets[index]?.slice(0, 2).join(" ")}\n${output.text.slice(-2_000)}`);
    }
  }
  console.log(
    `sqlmap: ${requests.length} requests, ${tried} parameters tried, ${found} injectable, ${unfinished} requests cut off by the time limit`,
  );
}

async function scanWithWapiti({ origin, cookie }: OrganisedServer): Promise<void> {
  for (const [who, login] of [
    ["a visitor", []],
    ["an organiser", ["-H", `Cookie: ${cookie}`, "-s", `${origin}/admin`]],
  ] as const) {
    const report = join(folder, `wapiti-${login.length}.json`);
    const limit = Math.floor(LIMIT_SECONDS / 2);
    const options =
      `--flush-session --no-bugreport --max-scan-time ${limit / 4} --max-attack-time ${Math.max(3, limit / 25)} -v 1 -f json`.split(
        " ",
      );
    const args = [
      "-u",
      `${origin}/`,
      ...login,
      "-m",
      WAPITI_MODULES,
      "-H",
      "Sec-Fetch-Site: same-origin",
      // wapiti requests brotli, but cannot decode it.
      "-H",
      "Accept-Encoding: identity",
      "--store-session",
      folder,
      ...options,
      "-o",
      report,
    ];
    const output = await run("wapiti", args, limit);
    console.log(
      `wapiti as ${who}: ${summaryOf(report, output.text) ?? `no report\n${output.text.slice(-1_000)}`}`,
    );
  }
}

function summaryOf(report: string, output: string): string | null {
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8"));
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
      (list as { method: string; path: string; info: string }[]).map(
        ({ method, path, info }) => `\n  ${kind}: ${method} ${path}: ${info}`,
      ),
    );
    return `${/found (\d+) URLs/.exec(output)?.[1] ?? "?"} addresses and forms, ${found.length} findings${found.join("")}`;
  } catch {
    return null;
  }
}

function run(command: string, args: string[], seconds: number): Promise<{ text: string; isCut: boolean }> {
  return new Promise((resolve) => {
    // The unreachable proxy stops wapiti from downloading data from the internet.
    const nowhere = "http://127.0.0.1:9";
    const env = {
      ...process.env,
      http_proxy: nowhere,
      https_proxy: nowhere,
      no_proxy: "localhost,127.0.0.1",
    };
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let isCut = false;
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.stderr.on("data", (chunk) => {
      text += chunk;
    });
    const limit = setTimeout(() => {
      isCut = true;
      child.kill("SIGKILL");
    }, seconds * 1000);
    child.on("close", () => {
      clearTimeout(limit);
      resolve({ text, isCut });
    });
  });
}
