import { href } from "react-router";

export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** Returns the address of the preview for the recipient that follows the delegate `after`; 0 for the first. */
export const previewAddress = (id: number, after: number): string =>
  after === 0 ? messageAddress(id) : `${messageAddress(id)}?after=${after}`;

export const questionAddress = (id: number, question: "stop" | "delete"): string =>
  `${messageAddress(id)}?${question}`;

export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** Returns the address of the question before a deletion in the edit form, to which 'Cancel' returns. */
export const deleteFromFormAddress = (id: number): string => `${questionAddress(id, "delete")}=${FROM_FORM}`;
export const FROM_FORM = "form";

export const STATE_ID = "state";
