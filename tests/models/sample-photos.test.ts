import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";

const drawn = SAMPLE_SPEAKERS.filter(({ hasPhoto = true }) => hasPhoto).map(({ slug }) => ({
  slug,
  svg: readFileSync(`public/portraits/${slug}.svg`, "utf8"),
}));

test.each(drawn)(
  "the photo of $slug is small, in one ink on the ground of initials, and loads nothing else",
  ({ svg }) => {
    expect(svg.length).toBeLessThan(6_144);
    expect(new Set(svg.match(/#[0-9a-f]{3,8}\b/gi))).toEqual(new Set(["#15171c", "#efece6", "#faf7f2"]));
    expect(svg).not.toMatch(/href|url\(|<style|<script|<image|NaN|undefined/);
  },
);
