import { isSaveAsNew, runOrLogError } from "#app/http/admin-action.server.ts";
import { readUploadForm } from "#app/http/form.server.ts";
import { createRefilledForm, createRefusalResponse } from "#app/http/refusal.ts";
import type { Blanks } from "#app/models/editable/declaration.server.ts";
import { storeImage } from "#app/models/image/image.server.ts";
import { REFUSED_FILE_FIELD, REMOVE_IMAGE_FIELD } from "#app/models/image/image.ts";
import { isSpeakerImage } from "#app/models/speaker/input.server.ts";

export const PHOTO_FORM = {
  read: (request: Request, names: string[]) =>
    readUploadForm(request, [...names, "shownImage", REMOVE_IMAGE_FIELD, REFUSED_FILE_FIELD], "image"),

  prepare: async (form: URLSearchParams, file: File | null) => {
    const taken = await runOrLogError(() => takeImage(form, file));
    if (!taken) return { refused: refuseUpload(form) };
    const remark = form.has(REFUSED_FILE_FIELD) ? " The image was refused and is not saved." : "";
    const blanks: Blanks = {
      ...(form.has(REMOVE_IMAGE_FIELD) && { imageUrl: null }),
      ...(form.get("email")?.trim() === "" && { email: null }),
      ...(!form.has("isDraft") && { isDraft: false }),
    };
    return { fieldErrors: taken.value, remark, blanks };
  },
};

/** Refuses a form if its image could not be stored. */
function refuseUpload(form: URLSearchParams) {
  const result = createRefilledForm(form, "The image could not be uploaded. Choose it again.", "imageUrl");
  return createRefusalResponse(500, { result, description: "Failed to update speaker image." });
}

/**
 * Stores the image even if other fields are invalid, because a browser cannot refill a file input.
 * If a deleted speaker is saved as a new one, the new speaker gets the photo shown in the form.
 */
async function takeImage(form: URLSearchParams, file: File | null): Promise<Record<string, string[]>> {
  if (file) {
    const stored = await storeImage(new Uint8Array(await file.arrayBuffer()));
    if (!stored.ok) return { imageUrl: [stored.message] };
    form.set("imageUrl", stored.path);
  } else if (isSaveAsNew(form) && !form.get("imageUrl") && !form.has(REMOVE_IMAGE_FIELD)) {
    const shown = form.get("shownImage") ?? "";
    if (await isSpeakerImage(shown)) form.set("imageUrl", shown);
  }
  return {};
}
