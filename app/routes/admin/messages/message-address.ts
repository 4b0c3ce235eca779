import { href } from "react-router";

export const messageAddress = (id: number): string => href("/admin/messages/:id", { id: String(id) });

export const confirmationAddress = (id: number, dialog: "stop" | "delete"): string =>
  `${messageAddress(id)}?${dialog}`;

export const editAddress = (id: number): string => href("/admin/messages/:id/edit", { id: String(id) });

export const MESSAGE_STATE_ELEMENT_ID = "state";
