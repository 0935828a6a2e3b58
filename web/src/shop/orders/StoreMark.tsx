import { cx } from "../../ui/cx";
import { Picture } from "../../ui/Picture";

interface Image {
  src: string;
  width: number;
  height: number;
}

/** The logo of the store that sold an item, or the store's first letters if it has no logo. */
export function StoreMark({
  name,
  image,
  className = "size-12",
}: {
  name: string;
  image: Image;
  /** The size, if it differs from the size at the beginning of a line. */
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
