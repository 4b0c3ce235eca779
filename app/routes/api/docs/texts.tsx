import { Fragment } from "react";

/** A text in which what stands between backticks is code. */
export function Coded({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}

/** A path, which breaks after its slashes. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be in it twice, and none of them moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** A type in words; the name of a shape in it leads to that shape. */
export function TypeText({ type, shapeNames }: { type: string; shapeNames: string[] }) {
  const name = type.split(" ").at(-1) ?? "";
  if (!shapeNames.includes(name)) return type;
  return (
    <>
      {type.slice(0, -name.length)}
      <a className="text-link" href={`#shape-${name}`}>
        {name}
      </a>
    </>
  );
}
