import { FoyerError } from './FoyerError.js'

/** The browser kept a provider's window from opening. A link that the visitor presses opens it. */
export class PopupBlockedError extends FoyerError {
  override readonly name = 'PopupBlockedError'
  readonly code = 'popup_blocked'

  constructor({ provider }: { readonly provider: string }) {
    super(`The browser blocked the window of ${provider}. Call it within a press, or offer its address as a link.`, {
      facts: { provider },
      notice: 'onramp.blockedText',
    })
  }
}

/** The operator's server names no page where coins are sold for the network. */
export class OnrampNotServedError extends FoyerError {
  override readonly name = 'OnrampNotServedError'
  readonly code = 'onramp_not_served'

  constructor({ networkId }: { readonly networkId: string | undefined }) {
    super(`There is no page where coins are sold for ${networkId ?? 'the network'}.`, {
      facts: { networkId },
      notice: 'onramp.noneWhy',
    })
  }
}
