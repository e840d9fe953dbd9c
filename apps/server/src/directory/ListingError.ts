const sentences = {
  no_list:
    'This is no list of wallets: JSON with "listings" (the public explorer\'s) or "data" (an export, or an answer of /getWallets) was expected.',
  bad_entries: 'The list has entries that are wrong, so nothing of it was taken.',
  empty: 'The list has no wallet that can be taken, so it takes the place of nothing.',
  too_large: 'The list is larger than 20 MB.',
  unreadable: "The file or folder can't be read.",
  no_pictures:
    'The folder has none of the folders that pictures are taken from: wallet, network, asset, currency, token.',
  no_picture_list:
    'This is no list of pictures: JSON with wallet, network, asset, currency or token, each from a key to a file, was expected.',
} as const

/** A list of wallets, or a folder of pictures, can't be taken. The message is a sentence for the operator. */
export class ListingError extends Error {
  override readonly name = 'ListingError'
  readonly code: keyof typeof sentences

  constructor({ code, cause }: { code: keyof typeof sentences; cause?: unknown }) {
    super(sentences[code], cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Turns the refusal of a file system into the listing's error. @throws {@link ListingError} */
export function unreadable(cause: unknown): never {
  throw new ListingError({ code: 'unreadable', cause })
}
