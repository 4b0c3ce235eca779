import { Fragment } from "react";

/** A path, which breaks after its slashes. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be in it twice, and none of them moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
