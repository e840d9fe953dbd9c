import { FoyerError } from '../errors/FoyerError.js'

/** What is wrong with a link: not one at all, a scheme that isn't listed, or something hidden in it. */
export type LinkFault = 'malformed' | 'scheme'

/** A link to a wallet isn't opened. It isn't told, as a pairing may be in it. */
export class UnsafeLinkError extends FoyerError {
  override readonly name = 'UnsafeLinkError'
  readonly code = 'unsafe_link'

  constructor({ fault }: { readonly fault: LinkFault }) {
    super(
      fault === 'scheme'
        ? 'The link’s scheme isn’t one of a listed wallet, so it isn’t opened.'
        : 'The link is malformed, so it isn’t opened.',
      { facts: { fault } },
    )
  }
}
