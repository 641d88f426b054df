/** The form of an archive handle (DESIGN §4, *Handles*): `hf_` and an unguessable base32 name. */
export const ARCHIVE_HANDLE = /^hf_[a-z2-7]{20}$/;
