import { href } from "react-router";

/** The page of a message: what it says, and what has become of it. */
export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** The same with the preview of whoever comes after the delegate with this id; of the first with 0. */
export const previewAddress = (id: number, after: number): string =>
  after === 0 ? messageAddress(id) : `${messageAddress(id)}?after=${after}`;

/** The question before it is stopped, or deleted. */
export const questionAddress = (id: number, question: "stop" | "delete"): string =>
  `${messageAddress(id)}?${question}`;

/** The form in which it is written. */
export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** The question before it is deleted, for whoever is writing it: no leads back to the form. */
export const deleteFromFormAddress = (id: number): string => `${questionAddress(id, "delete")}=${FROM_FORM}`;
export const FROM_FORM = "form";

/** Where its page says what has become of it. */
export const STATE_ID = "state";
