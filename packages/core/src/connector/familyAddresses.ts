import type { NetworkId } from '../chain/ids.js'
import type { PaymentRequest, WantedPayment } from './payments.js'

/** A family's knowledge of addresses and links, without a request. */
export interface FamilyAddresses {
  /**
   * @param networkId - where a family's networks have addresses of their own, those of another network than this are none
   * @returns the address in the form that the kit keeps and shows; undefined for what is none of this family
   */
  parseAddress?(text: string, networkId?: NetworkId | undefined): string | undefined
  /** Do two texts name one account? */
  isSameAddress?(one: string, other: string): boolean
  /** Short, for a row. */
  showAddress?(address: string): string
  /** Is an address that carries a checksum written so that it fails? One letter of it is probably another. Where it is none for that, `parseAddress` refuses it. */
  hasWrongChecksum?(address: string): boolean
  /** Is a text written as an address is, but with characters too few or too many? */
  hasWrongLength?(text: string): boolean
  /** Reads a payment link of the family's own scheme. @returns undefined for what is none */
  parsePaymentLink?(text: string): PaymentRequest | undefined
  /**
   * Builds the text that a wallet scans to pay an account: the address with the network, the asset and the amount, as the family's wallets understand
   * it, such as EIP-681's. Undefined for an asset that can't be asked for.
   */
  paymentUri?(request: WantedPayment): string | undefined
}
