import { use, useEffect, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { Toast } from "#app/components/toast.tsx";
import { watchScreen } from "#app/http/keep-screen.ts";

/** Says on whatever screen is shown that a way to another address was not answered. */
export function ConnectionLost() {
  const router = use(DataRouterContext)?.router;
  const [said, setSaid] = useState<{ description: string; at: number } | null>(null);
  useEffect(
    () => router && watchScreen({ router, say: (description) => setSaid({ description, at: Date.now() }) }),
    [router],
  );
  return (
    said && (
      <Toast
        key={said.at}
        type="error"
        message="The page could not be reached"
        description={said.description}
      />
    )
  );
}
