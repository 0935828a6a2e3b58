import { cx } from "../../ui/cx";
import { Picture } from "../../ui/Picture";

interface Image {
  src: string;
  width: number;
  height: number;
}

/** The mark of the store something came from; its first letters where it has none. */
export function StoreMark({
  name,
  image,
  className = "size-12",
}: {
  name: string;
  image: Image;
  /** Its size, where it is another than that of a line's beginning. */
  className?: string;
}) {
  return (
    <Picture
      src={image.src}
      name={name}
      alt=""
      width={image.width}
      height={image.height}
      className={cx("shrink-0", className)}
    />
  );
}
