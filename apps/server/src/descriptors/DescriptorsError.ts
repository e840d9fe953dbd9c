const sentences = {
  unreadable: "The folder can't be read.",
  none: 'The folder has no descriptor that can be taken (calldata-*.json and eip712-*.json of ERC-7730), so it takes the place of nothing.',
  too_many: 'The folder has more than 20,000 descriptors.',
} as const

/** Descriptors can't be taken in. The message is a sentence for the operator. */
export class DescriptorsError extends Error {
  override readonly name = 'DescriptorsError'

  constructor({ code, cause }: { code: keyof typeof sentences; cause?: unknown }) {
    super(sentences[code], cause === undefined ? undefined : { cause })
  }
}
