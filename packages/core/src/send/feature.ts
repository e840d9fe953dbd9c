import type { Feature } from '../feature/feature.js'
import type { TransactionOf } from '../state/attempt.js'
import type { NoParams, SendAsset } from '../state/viewParams.js'

/** Sending coins, tokens and NFTs. */
export const send = {
  feature: 'send',
  begins: { view: 'WalletSend' },
  views: { WalletSend: {}, WalletSendSelectToken: {}, WalletSendPreview: {} },
  attempts: ['send'],
  events: ['SEND_INITIATED', 'SEND_SUCCESS', 'SEND_ERROR'],
} as const satisfies Feature

/** The properties of a transfer: neither of its addresses. */
export type SendProperties = {
  readonly isSmartAccount: boolean
  readonly network: string
  /** Its symbol. */
  readonly token: string
  /** In whole tokens. */
  readonly amount: number
}

declare module '../config/options.js' {
  interface Features {
    /** Sending coins, tokens and NFTs, in the modal. */
    readonly send: boolean
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    send: TransactionOf<'send'>
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** A send began. */
    readonly SEND_INITIATED: SendProperties
    /** The wallet has sent it. */
    readonly SEND_SUCCESS: SendProperties
    /** A send failed. */
    readonly SEND_ERROR: SendProperties & { readonly message: string }
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** The form of a send. Given values are filled in when the view is entered; else the form is as it was left. */
    WalletSend: {
      readonly asset?: SendAsset | undefined
      /** In whole tokens, as a visitor would type it. */
      readonly amount?: string | undefined
      /** An address, a name or a payment link. */
      readonly to?: string | undefined
    }
    WalletSendSelectToken: NoParams
    WalletSendPreview: NoParams
  }
}
