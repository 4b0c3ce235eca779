import type { StylesPart } from "#app/components/page/server-render.ts";
import forms from "./forms.css?inline";
import landing from "./landing.css?inline";
import shared from "./public.css?inline";

/** The style sheets of the public pages, each in one piece; the panel adds its own (styles/panel.css). */
export const styles: Record<StylesPart, string> = { landing: shared + landing, forms: shared + forms };
