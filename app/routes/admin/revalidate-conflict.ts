import type { ShouldRevalidateFunction } from "react-router";

/**
 * What a form came into conflict with is shown beside it as it is stored now: the version that is saved,
 * what can be undone, a list without what was deleted. The page does not have that yet.
 */
export const revalidateConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 404 || actionStatus === 409 || defaultShouldRevalidate;
