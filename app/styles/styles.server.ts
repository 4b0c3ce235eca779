import css from "./public.css?inline";

/** The style sheet of the public pages; the panel adds its own (styles/panel.css). */
export const styles: string = css;
