import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { conference } from "#app/conference/conference.ts";
import type { Letter, LetterPart } from "#app/mail/letter-parts.server.ts";
import { splitAtUrls } from "#app/platform/text.ts";

export const QR_CODE_CID = "code";

export const letterText = ({ parts }: Letter): string => `${parts.map(partText).join("\n\n")}\n`;

function partText(part: LetterPart): string {
  if (typeof part === "string") return part;
  if ("facts" in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  if ("href" in part) return `${part.label}: ${part.href}`;
  if ("code" in part) return part.code;
  if ("prose" in part) return part.prose;
  return `--\n${part.note}`;
}

/** The HTML loads no external resources. */
export const letterHtml = (letter: Letter): string =>
  `<!doctype html>${renderToStaticMarkup(<LetterPage {...letter} />)}`;

export const toMailContent = (letter: Letter) => ({
  subject: letter.subject,
  headers: { "Auto-Submitted": "auto-generated" },
  text: letterText(letter),
  html: letterHtml(letter),
});

/** The QR code keeps its white background. Some mail programs ignore or invert these colours. */
const DARK_MODE_CSS = `@media (prefers-color-scheme: dark) {
  body { background: #15171c !important; color: #f3efe8 !important }
  div { background: #1f2229 !important }
  a { color: #9dbdf5 !important }
  th { color: #aeb1b9 !important }
  img { border: 8px solid #fff }
}`;
const PARAGRAPH = { margin: "0 0 16px", overflowWrap: "anywhere" } as const;
const NAME = { ...PARAGRAPH, font: "600 32px/1.1 Georgia, serif" };

const isPass = (part: LetterPart) => typeof part === "object" && "holder" in part;

function LetterPage({ subject, parts }: Letter) {
  return (
    <html lang={conference.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_MODE_CSS}</style>
      </head>
      <body style={{ margin: 0, padding: "24px 12px", background: "#faf7f2", color: "#15171c" }}>
        <div
          style={{
            maxWidth: 560,
            margin: "0 auto",
            padding: "12px 24px 24px",
            borderTop: "8px solid #b3161e",
            background: "#fff",
            font: "16px/1.5 Helvetica, Arial, sans-serif",
          }}
        >
          <p style={{ ...PARAGRAPH, borderBottom: "4px double", font: "600 22px/1.6 Georgia, serif" }}>
            {conference.name}
          </p>
          {[...parts.filter(isPass), ...parts.filter((part) => !isPass(part))].map((part) => (
            <PartBlock key={partText(part)} part={part} />
          ))}
        </div>
      </body>
    </html>
  );
}

function PartBlock({ part }: { part: LetterPart }) {
  if (typeof part === "string") return <p style={PARAGRAPH}>{part}</p>;
  if ("facts" in part) {
    const head = {
      padding: "2px 16px 2px 0",
      textAlign: "left",
      verticalAlign: "top",
      color: "#565b64",
    } as const;
    return (
      <>
        {part.holder && <p style={NAME}>{part.holder}</p>}
        <table style={{ margin: part.holder ? "0 0 32px" : "0 0 16px", borderCollapse: "collapse" }}>
          <tbody>
            {part.facts.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" style={head}>
                  {name}
                </th>
                <td style={{ padding: "2px 0", fontVariantNumeric: "tabular-nums" }}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    );
  }
  if ("href" in part) {
    return (
      <p style={PARAGRAPH}>
        <a href={part.href} style={{ color: "#17408b", fontWeight: 600 }}>
          {part.label}
        </a>
      </p>
    );
  }
  if ("code" in part) {
    return (
      <>
        <p style={{ margin: "0 0 8px" }}>{part.code}</p>
        <p style={PARAGRAPH}>
          {/* With any other priority, React would add a preload link to the head. */}
          <img
            src={`cid:${QR_CODE_CID}`}
            width={132}
            height={132}
            alt="QR code of the link to your registration"
            fetchPriority="low"
          />
        </p>
      </>
    );
  }
  if ("prose" in part) return <Prose text={part.prose} />;
  return (
    <p style={{ margin: "24px 0 16px", padding: "16px 0 0", borderTop: "1px solid #d9d4ca" }}>{part.note}</p>
  );
}

/** Turns line breaks and URLs into elements: mail programs may not recognise them. */
const Prose = ({ text }: { text: string }) =>
  createElement(Fragment, null, ...text.split(/\n\s*\n/).map(paragraph));

const paragraph = (text: string) =>
  createElement("p", { style: PARAGRAPH }, ...text.split("\n").flatMap(lineOf));

const lineOf = (line: string, index: number) => [index > 0 && createElement("br"), ...linked(line)];

const linked = (line: string) =>
  splitAtUrls(line).map((piece, index) =>
    index % 2 === 1
      ? createElement("a", { href: piece, style: { color: "#17408b" } }, piece)
      : createElement(Fragment, null, piece),
  );
