import { useQueryClient } from "@tanstack/react-query";
import { useUploads } from "../../api/useUploads";
import { useTranslation } from "../../lib/translation";
import { lighter } from "../../shop/photos/model";
import { picturesChanged, sendPicture } from "./api";
import { refusal } from "./model";

/** A larger photograph is reduced before the upload; formats that may be transparent are sent unchanged. */
const heavy = 3 * 1024 * 1024;
const known = (file: File) => refusal(file) !== "wrong_kind";

async function lightened(file: File): Promise<Blob> {
  if (!known(file) && file.type.startsWith("image/") && file.type !== "image/svg+xml") {
    return await lighter(file); // a format that this browser may decode and the server does not
  }
  return file.type === "image/jpeg" && file.size > heavy ? await lighter(file) : file;
}

export interface PicturesOptions {
  value: readonly string[];
  max: number;
  onChange: (value: string[]) => void;
}

/** The logic of PicturePicker: uploads files one after the other and keeps refused ones visible. */
export function usePictures(options: PicturesOptions) {
  const { t } = useTranslation("media");
  const client = useQueryClient();
  return useUploads<string>({
    ...options,
    replaces: options.max === 1,
    tooMany: t("too_many", { count: options.max }),
    prepare: async (file) => {
      const body = await lightened(file);
      const why = refusal(body);
      return why === null ? body : { why: t(why) };
    },
    send: async (body, { name }, how) => {
      const sent = await sendPicture(body, { name, ...how });
      void picturesChanged(client);
      return sent.name;
    },
  });
}
