import { base64 } from '@scure/base'

/** Data of a request that a family can't read. The message is the application's to read. */
export class UnreadableRequestError extends Error {
  override readonly name: string = 'UnreadableRequestError'
}

/** Reads bytes as the text that they are. @throws UnreadableRequestError for bytes that are none */
export function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnreadableRequestError('A text is none.')
  }
}

/** Reads base64, strictly. @throws UnreadableRequestError */
export function readBase64(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch {
    throw new UnreadableRequestError('The data is not base64.')
  }
}
