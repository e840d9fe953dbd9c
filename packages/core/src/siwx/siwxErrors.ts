import { FoyerError } from '../errors/FoyerError.js'
import type { SiwxField } from './siwx.js'

/** The fault of a field of a sign-in message: how it is written, what it says, or when it is read. */
export type SiwxFault = 'form' | 'different' | 'early' | 'late'

/** The stable code of each field's refusal. */
const codes = {
  domain: 'siwx_domain',
  accountAddress: 'siwx_account_address',
  chainId: 'siwx_chain_id',
  uri: 'siwx_uri',
  version: 'siwx_version',
  nonce: 'siwx_nonce',
  issuedAt: 'siwx_issued_at',
  statement: 'siwx_statement',
  expirationTime: 'siwx_expiration_time',
  notBefore: 'siwx_not_before',
  requestId: 'siwx_request_id',
  resources: 'siwx_resources',
} as const satisfies Readonly<Record<SiwxField, string>>

export type SiwxMessageErrorCode = (typeof codes)[SiwxField]

const sentences: Readonly<Record<SiwxFault, string>> = {
  form: 'isn’t written as CAIP-122 has it',
  different: 'isn’t what was expected',
  early: 'is in the future',
  late: 'is over',
}

/** A sign-in message was refused, for the one field that it names [F6]. What the field says is left out: it is a stranger's. */
export class SiwxMessageError extends FoyerError {
  override readonly name = 'SiwxMessageError'
  readonly code: (typeof codes)[SiwxField]
  readonly field: SiwxField
  readonly fault: SiwxFault

  constructor({ field, fault }: { readonly field: SiwxField; readonly fault: SiwxFault }) {
    super(`The sign-in message is refused: its ${field} ${sentences[fault]}.`, { facts: { field, fault } })
    this.code = codes[field]
    this.field = field
    this.fault = fault
  }
}

/** A signature isn't the account's, or is of another text. */
export class SiwxSignatureError extends FoyerError {
  override readonly name = 'SiwxSignatureError'
  readonly code = 'siwx_signature'

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('The signature is not valid', { cause })
  }
}
