import { href } from "react-router";

export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** Preview address for the recipient after delegate `after`, or for the first if `after` is 0. */
export const previewAddress = (id: number, after: number): string =>
  after === 0 ? messageAddress(id) : `${messageAddress(id)}?after=${after}`;

export const confirmationAddress = (id: number, dialog: "stop" | "delete"): string =>
  `${messageAddress(id)}?${dialog}`;

export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** Address of the delete confirmation opened from the edit form. 'Cancel' returns to that form. */
export const editFormDeleteAddress = (id: number): string =>
  `${confirmationAddress(id, "delete")}=${OPENED_FROM_FORM}`;
export const OPENED_FROM_FORM = "form";

export const MESSAGE_STATE_ELEMENT_ID = "state";
