import { href } from "react-router";

/** The page of a message: what it says, and what has become of it. */
export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** The question before it is stopped, or deleted. */
export const questionAddress = (id: number, question: "stop" | "delete"): string =>
  `${messageAddress(id)}?${question}`;

/** The form in which it is written. */
export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** Where its page says what has become of it. */
export const STATE_ID = "state";
