import { href } from "react-router";

export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** The preview for the addressee after the delegate `after`; for the first with 0. */
export const previewAddress = (id: number, after: number): string =>
  after === 0 ? messageAddress(id) : `${messageAddress(id)}?after=${after}`;

export const questionAddress = (id: number, question: "stop" | "delete"): string =>
  `${messageAddress(id)}?${question}`;

export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** The question for the author of the message: no leads back to the form. */
export const deleteFromFormAddress = (id: number): string => `${questionAddress(id, "delete")}=${FROM_FORM}`;
export const FROM_FORM = "form";

export const STATE_ID = "state";
