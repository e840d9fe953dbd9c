/** The name of a content that rows name and that is kept beside their database, such as a picture's. */
export interface BesideKey {
  /** SHA-256 of the content, in hex */
  readonly hash: string
  readonly mediaType: string
}

/** Where such contents are. */
export interface BesideStore {
  get(key: BesideKey): Promise<Uint8Array | null>
  put(content: BesideKey & { readonly bytes: Uint8Array }): Promise<void>
  delete(key: BesideKey): Promise<void>
}
