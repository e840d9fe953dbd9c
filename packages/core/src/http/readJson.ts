import type { ErrorFacts } from '../errors/FoyerError.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'

/** Reads an answer's text as JSON. @throws InvalidResponseError, such as for a web page in its stead */
export function readJson({ text, context }: { text: string; context?: ErrorFacts | undefined }): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const page = /^\s*</.test(text)
    throw new InvalidResponseError({ expected: page ? 'JSON, not a web page' : 'JSON', context, cause })
  }
}
