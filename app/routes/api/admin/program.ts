import { editableCalls } from "#app/routes/api/admin/editable-calls.server.ts";

const calls = editableCalls("session");
export const loader = calls.loader;
export const action = calls.action;
