import { createElement, Fragment } from "react";
import { splitAtUrls } from "#app/platform/text.ts";
import type { NamedLink } from "#app/vocabulary/program.ts";

/** Renders plain text with paragraphs, lists and links. */
export const Prose = ({ text }: { text: string }) =>
  createElement(Fragment, null, ...blocksOf(text).map(block));

type Block = { list: "ul" | "ol" | null; lines: string[] };

/** Blank lines separate paragraphs. Lines that start with '- ', '* ' or '1. ' form lists. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isApart = true;
  for (const line of text.split("\n")) {
    const [, sign = "", item] = /^\s*([-*]|\d{1,3}\.)\s+(.*)$/.exec(line) ?? [];
    const list = item === undefined ? null : /\d/.test(sign) ? "ol" : "ul";
    const shown = list === null ? line : `${list === "ol" ? sign : "•"} ${item}`;
    const last = blocks.at(-1);
    if (last?.list === list && !(isApart && list === null)) last.lines.push(shown);
    else if (line.trim()) blocks.push({ list, lines: [shown] });
    isApart = !line.trim();
  }
  return blocks;
}

function block({ list, lines }: Block) {
  if (list === null) return createElement("p", null, ...linked(lines.join("\n").trim()));
  const items = lines.map((line) => createElement("li", null, ...linked(line)));
  return createElement(list, null, ...items);
}

const linked = (text: string) =>
  splitAtUrls(text).map((piece, index) => (index % 2 === 1 ? outLink(piece, piece) : piece));

/** Link with `nofollow`, because the conference does not endorse its target. */
const outLink = (href: string, text: string) => (
  <a href={href} rel="nofollow noopener" className="text-link">
    {text}
  </a>
);

export const NamedLinks = ({ links }: { links: NamedLink[] | null | undefined }) =>
  links && (
    <ul className="mt-4 flex flex-wrap gap-x-4">
      {links.map(({ label, href }) => (
        <li key={label + href}>{outLink(href, label)}</li>
      ))}
    </ul>
  );
