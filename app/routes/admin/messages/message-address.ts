import { href } from "react-router";

export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

/** Address of the preview for the recipient after the delegate `after`; for the first if `after` is 0. */
export const previewAddress = (id: number, after: number): string =>
  after === 0 ? messageAddress(id) : `${messageAddress(id)}?after=${after}`;

export const confirmationAddress = (id: number, dialog: "stop" | "delete"): string =>
  `${messageAddress(id)}?${dialog}`;

export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

/** Address of the delete confirmation opened from the edit form; its 'Cancel' returns to that form. */
export const deleteFromFormAddress = (id: number): string =>
  `${confirmationAddress(id, "delete")}=${FROM_FORM}`;
export const FROM_FORM = "form";

export const STATE_ID = "state";
