import { Form, href } from "react-router";
import { Field } from "#app/components/form/field.tsx";

const HINT = "At most 10 MB in total. Name each file after its speaker, for example ada-okoro.jpg.";

type PhotosFormProps = { formId: string; error?: string | undefined };

export const PhotosForm = ({ formId, error }: PhotosFormProps) => (
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
    <button type="submit" className="button">
      Add photos
    </button>
  </Form>
);
