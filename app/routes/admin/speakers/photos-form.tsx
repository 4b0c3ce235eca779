import { Form, href } from "react-router";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { Field } from "#app/components/form/field.tsx";

const HINT = "At most 10 MB in total. Name each file after its speaker, for example ada-okoro.jpg.";

export const PhotosForm = ({ formId, error }: { formId: string; error?: string | undefined }) => (
  <Form
    method="post"
    action={href("/admin/speakers/photos")}
    encType="multipart/form-data"
    noValidate
    className="max-w-2xl"
  >
    <input type="hidden" name="formId" value={formId} />
    <Field id="photos" label="Photos" hint={HINT} error={error}>
      {(ties) => <input className="input" type="file" name="photos" accept="image/*" multiple {...ties} />}
    </Field>
    <SubmitButton>Add photos</SubmitButton>
  </Form>
);
