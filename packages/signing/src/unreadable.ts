/** Data of a request that a family can't read. The message is the application's to read. */
export class UnreadableRequestError extends Error {
  override readonly name: string = 'UnreadableRequestError'
}
