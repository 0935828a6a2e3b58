import { useRef } from "react";
import { useUploads } from "../../api/useUploads";
import { useTranslation } from "../../lib/translation";
import { sendPhoto, takeBackPhoto } from "./api";
import { lighter, refusal } from "./model";

/** A photo in a form's state. */
export interface Photo {
  id: string;
  src: string;
}

export interface PhotosOptions {
  value: readonly Photo[];
  max: number;
  onChange: (value: Photo[]) => void;
}

/** The logic of PhotoPicker: uploads the chosen files one after the other and removes photos. */
export function usePhotos(options: PhotosOptions) {
  const { t } = useTranslation();
  const mine = useRef(new Set<string>());
  const { uploads, problem, add, forget, change, full } = useUploads<Photo>({
    ...options,
    tooMany: t("photos:too_many", { count: options.max }),
    prepare: async (file) => {
      const made = await lighter(file);
      const why = refusal(made);
      return why === null ? made : { why: t(`photos:${why}`) };
    },
    send: async (body, _file, how) => {
      const { id, src } = await sendPhoto(body, how);
      mine.current.add(id);
      return { id, src };
    },
  });
  const refused = uploads.flatMap(({ error }) => error ?? []);

  function remove(photo: Photo) {
    forget();
    change((all) => all.filter((one) => one.id !== photo.id));
    // Only photos uploaded here, which are not attached to anything yet; the server would delete
    // them after a day.
    if (mine.current.delete(photo.id)) takeBackPhoto(photo.id).catch(() => {});
  }

  return {
    sending: uploads.filter(({ error }) => error === undefined),
    problem: [...new Set([...(problem ? [problem] : []), ...refused])].join(" ") || undefined,
    add: (files: readonly File[]) => {
      forget();
      add(files);
    },
    remove,
    full,
  };
}
