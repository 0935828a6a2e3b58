import { spokenIn } from "../../../../lib/lang";
import { paths } from "../../../../lib/paths";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import type { PostCard } from "../api";

/** A post in a list. */
export function PostTile({
  post,
  level = 2,
  priority = false,
}: {
  post: PostCard;
  level?: 2 | 3;
  priority?: boolean;
}) {
  const { date } = useFormat();
  const Heading = `h${level}` as const;
  return (
    <Card as="article" padding="none" pressable className="flex h-full flex-col overflow-hidden">
      <Picture
        src={post.cover.src}
        alt=""
        width={post.cover.width || 256}
        height={post.cover.height || 256}
        ratio="wide"
        priority={priority}
        className="rounded-none p-6"
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <p className="text-sm text-muted">
          {date(Date.parse(post.published_at))}
          {post.tags.map((tag) => (
            <span key={tag.slug}>
              {" "}
              · <Isolate>{tag.name}</Isolate>
            </span>
          ))}
        </p>
        <Heading
          {...spokenIn(post.lang)}
          className="text-lg leading-snug font-semibold text-balance"
        >
          <Link to={paths.blog(post.slug)} look="cover">
            <Isolate>{post.title}</Isolate>
          </Link>
        </Heading>
        <p {...spokenIn(post.lang)} className="line-clamp-3 text-muted">
          {post.lead}
        </p>
      </div>
    </Card>
  );
}
