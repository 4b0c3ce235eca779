import css from "./public.css?inline";

/** The style sheet of the public pages; the panel adds its own (routes/admin/panel.css). */
export const styles: string = css;
