/** Another node of the server follows the chain now, or did in between. What was read is dropped. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
  readonly code = 'lease_lost'
  constructor() {
    super('The chain is followed by another node of the server.')
  }
}

/** A node's answers don't fit together: a reorganisation came in between, or it lies. None of them is taken in. */
export class InconsistentNodeError extends Error {
  override readonly name = 'InconsistentNodeError'
  readonly code = 'inconsistent_node'
  readonly part: string

  /** @param facts.part - what doesn't fit, such as `receipts` */
  constructor({ part, cause }: { part: string; cause?: unknown }) {
    super(`What the node says of its ${part} doesn't fit together.`, { cause })
    this.part = part
  }
}
