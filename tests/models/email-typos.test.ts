// Suggestions for typos in a domain ending or a large mail host, but none for other real domains.
import { expect, test } from "vitest";
import { suggestEmail } from "#app/models/text/email-typos.ts";

const TYPOS: Record<string, string> = {
  "gmail.com":
    "gmial.con gmial.com gamil.com gmal.com gmai.com gnail.com gmail.con gmaill.com gmil.com " +
    "gmali.com gmail.co gmail.cm gmail.om gmail.comm gmail.cmo gmail gmailcom gmil.con mgail.com",
  "hotmail.com": "hotmial.com hotmai.com homail.com hotmail.con ohtmail.com",
  "yahoo.com": "yaho.com yahooo.com yahoo.co yhoo.com",
  "outlook.com": "outlok.com outlook.vom oulook.com",
  "icloud.com": "iclod.com icoud.com icould.com",
  "bigpond.com": "bigpnd.com",
  "newsroom.com": "newsroom.con",
  "mail.newsroom.com": "mail.newsroom.cmo",
  "newsroom.com.au": "newsroom.con.au",
};

test.each([
  ...Object.entries(TYPOS).flatMap(([meant, typed]) =>
    typed.split(" ").map((domain) => [`name@${domain}`, `name@${meant}`]),
  ),
  ["noor@example", "noor@example.com"],
  ["q&a+x@gmial.com", "q&a+x@gmail.com"],
])("%s is probably %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
  expect(suggestEmail(meant)).toBeNull();
});

const REAL_DOMAINS = [
  "gmail.com googlemail.com hotmail.com outlook.com yahoo.com icloud.com bigpond.com ymail.com",
  "mail.com email.com fastmail.com gmx.com gmx.net gmx.de me.com mac.com msn.com live.com live.com.au",
  "aol.com web.de proton.me protonmail.com zoho.com hotmail.co.uk hotmail.fr hotmail.com.au",
  "outlook.com.au outlook.fr outlook.de yahoo.co.jp yahoo.co.uk yahoo.com.au yahoo.com.ar",
  "yahoo.com.br yahoo.ca yahoo.de hotmail.co.jp hotmail.com.br outlook.co.nz outlook.jp yahoo.co.in",
  "gmx.at myyahoo.com live.co.uk aol.co.uk googlemail.co.uk web.com inmail.com tmail.com tutamail.com",
  "bigpond.net.au optusnet.com.au rocketmail.com hey.com duck.com qq.com 163.com gmail.example.com",
  "example.co example.cm example.com example.community common.org icon.com news.com.au beacon.edu",
  "con.com con.au newsroom.com.au xn--mnchen-3ya.example gazette.com yahoo-inc.com",
].flatMap((domains) => domains.split(" "));

test.each(REAL_DOMAINS)("name@%s is not questioned", (domain) => {
  expect(suggestEmail(`name@${domain}`)).toBeNull();
});
