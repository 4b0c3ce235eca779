/** What is drawn with `landing.css`, and what with `forms.css`: all other pages. */
export type StylesPart = "landing" | "forms";

export const stylesPartOf = (pathname: string): StylesPart => (pathname === "/" ? "landing" : "forms");
