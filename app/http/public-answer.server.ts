import { createContext, type MiddlewareFunction } from "react-router";

/** Whether the call of this request answers the same to everybody, as its route says it. */
export const publicAnswerContext = createContext(false);

/** Said by the route of such a call, as its middleware: what it answers may be kept, and is asked about each time. */
export const answersEverybody: MiddlewareFunction<Response> = ({ context }) => {
  context.set(publicAnswerContext, true);
};
