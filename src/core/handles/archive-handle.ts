/** The form of an archive handle (DESIGN §4, *Handles*): `hf_` and an unguessable base32 name. */
export const ARCHIVE_HANDLE = /^hf_[a-z2-7]{20}$/;

/** Every archive handle that stands in a text. */
export function archiveHandlesIn(text: string): readonly string[] {
  return text.match(/hf_[a-z2-7]{20}/g) ?? [];
}
