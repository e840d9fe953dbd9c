/** A sealed secret can't be opened: its key is named by no variable any more, or it isn't what was sealed for its row. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code: 'key_missing' | 'does_not_open'
  readonly keyName: string

  constructor({ code, keyName, cause }: { code: SealError['code']; keyName: string; cause?: unknown }) {
    const said =
      code === 'key_missing'
        ? `Rows are sealed with the key "${keyName}", which is no longer given. Give it again, after the current one.`
        : `A row that was sealed with the key "${keyName}" doesn't open: the key has another value, or the row was changed.`
    super(said, { cause })
    this.code = code
    this.keyName = keyName
  }
}
