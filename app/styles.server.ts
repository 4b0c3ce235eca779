import css from "./app.css?inline";

/** The whole style sheet of the site. */
export const styles: string = css;
