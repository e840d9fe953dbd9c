import { FoyerError } from '@foyer/core/errors'

/** What is wrong with an envelope: its text, its length, its first byte, its words inside. */
export type EnvelopeFault = 'encoding' | 'size' | 'type' | 'text'

const sentences = {
  encoding: 'The envelope isn’t written in base64.',
  size: 'The envelope is too short or too long.',
  type: 'An envelope of this kind isn’t taken here.',
  text: 'What the envelope holds isn’t UTF-8.',
} as const

/** A message that can't be opened, for another reason than its key. */
export class InvalidEnvelopeError extends FoyerError {
  override readonly name = 'InvalidEnvelopeError'
  readonly code = 'invalid_envelope'
  readonly fault: EnvelopeFault

  constructor({ fault, cause }: { readonly fault: EnvelopeFault; readonly cause?: unknown }) {
    super(sentences[fault], { facts: { fault }, cause })
    this.fault = fault
  }
}
