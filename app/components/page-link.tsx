import { Link } from "react-router";

/**
 * A link to a page of the site. All routes are known beforehand (react-router.config.ts): the mark by which React Router
 * would discover them is only bytes in each link of a page that has to come in one round trip.
 */
export const PageLink = (props: React.ComponentProps<typeof Link>) => <Link discover="none" {...props} />;
